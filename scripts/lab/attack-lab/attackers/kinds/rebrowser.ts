import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const rebrowser: Kind = {
  name: "rebrowser",
  side: "attack",
  automation: true,
  about: "Rebrowser's Puppeteer with a window, hiding webdriver; typing with delays.",
  trainedOn: null,
  run: driven({
    library: "rebrowser",
    behaviour: "program",
    disguised: true,
    headful: true,
    typingMs: [50, 130],
  }),
};
