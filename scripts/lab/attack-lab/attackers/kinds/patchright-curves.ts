import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const patchrightCurves: Kind = {
  name: "patchright-curves",
  side: "attack",
  automation: true,
  about: "Patchright with the same curves and Shift for capitals: the most careful program.",
  trainedOn: null,
  async run(visit) {
    await driveAndClose(visit, {
      library: "patchright",
      behaviour: "curves",
      disguised: true,
      headful: true,
      holdsShift: true,
    });
  },
};
