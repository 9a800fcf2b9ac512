import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const puppeteerStealthHeadless: Kind = {
  name: "puppeteer-stealth-headless",
  side: "attack",
  automation: true,
  about: "puppeteer-extra with the stealth plug-in, headless, typing with delays.",
  trainedOn: null,
  run: driven({
    library: "puppeteer-extra",
    behaviour: "program",
    disguised: true,
    typingMs: [50, 130],
  }),
};
