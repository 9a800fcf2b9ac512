import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const playwrightHeadful: Kind = {
  name: "playwright-headful",
  side: "attack",
  automation: true,
  about: "Playwright with a window and no special flags, typing with delays.",
  trainedOn: "tools as their manuals show them",
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "playwright",
      hand: "program",
      headful: true,
      typingMs: [60, 140],
    });
  },
};
