import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const patchright: Kind = {
  name: "patchright",
  side: "attack",
  automation: true,
  about:
    "Patchright as its authors recommend: a window, a profile, no overrides; typing with delays.",
  trainedOn: null,
  run: driven({
    library: "patchright",
    behaviour: "program",
    disguised: true,
    headful: true,
    typingMs: [50, 130],
  }),
};
