import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const playwright: Kind = {
  name: "playwright",
  side: "attack",
  automation: true,
  about: "Playwright, headless, as in its first example: page.fill and page.click.",
  trainedOn: "tools as documented",
  run: driven({ library: "playwright", behaviour: "program" }),
};
