import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const playwrightCurves: Kind = {
  name: "playwright-curves",
  side: "attack",
  automation: true,
  about: "Playwright without webdriver, with human-like curves, pauses, typos and scrolling.",
  trainedOn: null,
  run: driven({ library: "playwright", behaviour: "curves", disguised: true, headful: true }),
};
