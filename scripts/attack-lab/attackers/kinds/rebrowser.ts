import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const rebrowser: Kind = {
  name: "rebrowser",
  side: "attack",
  automation: true,
  about: "Rebrowser's Puppeteer with a window, hiding webdriver; typing with delays.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "rebrowser",
      hand: "program",
      cloaked: true,
      headful: true,
      typingMs: [50, 130],
    });
  },
};
