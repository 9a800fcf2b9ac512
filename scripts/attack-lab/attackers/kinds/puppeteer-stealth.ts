import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const puppeteerStealth: Kind = {
  name: "puppeteer-stealth",
  side: "attack",
  automation: true,
  about: "puppeteer-extra with the stealth plug-in, with a window, typing with delays.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "puppeteer-extra",
      hand: "program",
      cloaked: true,
      headful: true,
      typingMs: [50, 130],
    });
  },
};
