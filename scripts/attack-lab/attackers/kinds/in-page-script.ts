import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const inPageScript: Kind = {
  name: "in-page-script",
  side: "attack",
  automation: true,
  about:
    "A script inside the page, as an extension's: sets .value, dispatches events, element.click().",
  trainedOn: "values set by a page's own script",
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "patchright",
      hand: "in-page",
      cloaked: true,
      headful: true,
    });
  },
};
