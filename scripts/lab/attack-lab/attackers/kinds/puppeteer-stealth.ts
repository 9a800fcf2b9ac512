import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const puppeteerStealth: Kind = {
  name: "puppeteer-stealth",
  side: "attack",
  automation: true,
  about: "puppeteer-extra with the stealth plug-in, with a window, typing with delays.",
  trainedOn: null,
  run: driven({
    library: "puppeteer-extra",
    behaviour: "program",
    disguised: true,
    headful: true,
    typingMs: [50, 130],
  }),
};
