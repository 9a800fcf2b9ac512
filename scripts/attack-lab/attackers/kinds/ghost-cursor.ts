import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const ghostCursor: Kind = {
  name: "ghost-cursor",
  side: "attack",
  automation: true,
  about: "ghost-cursor on stealthy Puppeteer: curves, pauses, keys held, every page read.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "puppeteer-extra",
      hand: "ghost",
      cloaked: true,
      headful: true,
    });
  },
};
