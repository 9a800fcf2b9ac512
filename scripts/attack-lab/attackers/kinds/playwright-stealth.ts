import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const playwrightStealth: Kind = {
  name: "playwright-stealth",
  side: "attack",
  automation: true,
  about: "playwright-extra with the stealth plug-in, headless, typing with delays.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "playwright-extra",
      hand: "program",
      cloaked: true,
      typingMs: [50, 130],
    });
  },
};
