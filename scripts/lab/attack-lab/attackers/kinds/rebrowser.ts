import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const rebrowser: Kind = {
  name: "rebrowser",
  side: "attack",
  automation: true,
  about: "Rebrowser's Puppeteer with a window, hiding webdriver; typing with delays.",
  trainedOn: null,
  async run(visit) {
    await driveAndClose(visit, {
      library: "rebrowser",
      behaviour: "program",
      disguised: true,
      headful: true,
      typingMs: [50, 130],
    });
  },
};
