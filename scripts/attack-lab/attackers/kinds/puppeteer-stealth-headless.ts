import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const puppeteerStealthHeadless: Kind = {
  name: "puppeteer-stealth-headless",
  side: "attack",
  automation: true,
  about: "puppeteer-extra with the stealth plug-in, headless, typing with delays.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "puppeteer-extra",
      hand: "program",
      cloaked: true,
      typingMs: [50, 130],
    });
  },
};
