import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const ghostCursor: Kind = {
  name: "ghost-cursor",
  side: "attack",
  automation: true,
  about: "ghost-cursor on Puppeteer with stealth: curves, pauses, held keys, reads every page.",
  trainedOn: null,
  run: driven({ library: "puppeteer-extra", behaviour: "ghost", disguised: true, headful: true }),
};
