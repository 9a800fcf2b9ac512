import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const playwrightStealth: Kind = {
  name: "playwright-stealth",
  side: "attack",
  automation: true,
  about: "playwright-extra with the stealth plug-in, headless, typing with delays.",
  trainedOn: null,
  run: driven({
    library: "playwright-extra",
    behaviour: "program",
    disguised: true,
    typingMs: [50, 130],
  }),
};
