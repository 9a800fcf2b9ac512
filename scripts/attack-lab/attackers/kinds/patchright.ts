import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const patchright: Kind = {
  name: "patchright",
  side: "attack",
  automation: true,
  about:
    "Patchright as its authors advise: a window, a profile, nothing made up; typing with delays.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "patchright",
      hand: "program",
      cloaked: true,
      headful: true,
      typingMs: [50, 130],
    });
  },
};
