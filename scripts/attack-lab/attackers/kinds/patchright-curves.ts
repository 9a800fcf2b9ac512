import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const patchrightCurves: Kind = {
  name: "patchright-curves",
  side: "attack",
  automation: true,
  about: "Patchright on the same curves, holding Shift for capitals: the most careful of all.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "patchright",
      hand: "curves",
      cloaked: true,
      headful: true,
      careful: true,
    });
  },
};
