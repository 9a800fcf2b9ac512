import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const patchrightCurves: Kind = {
  name: "patchright-curves",
  side: "attack",
  automation: true,
  about: "Patchright with the same curves and Shift for capitals: the most careful program.",
  trainedOn: null,
  run: driven({
    library: "patchright",
    behaviour: "curves",
    disguised: true,
    headful: true,
    holdsShift: true,
  }),
};
