import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const playwrightCurves: Kind = {
  name: "playwright-curves",
  side: "attack",
  automation: true,
  about: "Playwright without webdriver, with human-like curves, pauses, typos and scrolling.",
  trainedOn: null,
  async run(visit) {
    await driveAndClose(visit, {
      library: "playwright",
      behaviour: "curves",
      disguised: true,
      headful: true,
    });
  },
};
