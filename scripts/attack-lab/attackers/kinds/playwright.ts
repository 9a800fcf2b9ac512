import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const playwright: Kind = {
  name: "playwright",
  side: "attack",
  automation: true,
  about: "Playwright, headless, as its first example has it: page.fill and page.click.",
  trainedOn: "tools as their manuals show them",
  async run(visit) {
    await driveToTheEnd(visit, { library: "playwright", hand: "program" });
  },
};
