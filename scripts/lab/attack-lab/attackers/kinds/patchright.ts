import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const patchright: Kind = {
  name: "patchright",
  side: "attack",
  automation: true,
  about:
    "Patchright as its authors recommend: a window, a profile, no overrides; typing with delays.",
  trainedOn: null,
  async run(visit) {
    await driveAndClose(visit, {
      library: "patchright",
      behaviour: "program",
      disguised: true,
      headful: true,
      typingMs: [50, 130],
    });
  },
};
