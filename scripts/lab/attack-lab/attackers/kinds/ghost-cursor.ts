import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const ghostCursor: Kind = {
  name: "ghost-cursor",
  side: "attack",
  automation: true,
  about: "ghost-cursor on Puppeteer with stealth: curves, pauses, held keys, reads every page.",
  trainedOn: null,
  async run(visit) {
    await driveAndClose(visit, {
      library: "puppeteer-extra",
      behaviour: "ghost",
      disguised: true,
      headful: true,
    });
  },
};
