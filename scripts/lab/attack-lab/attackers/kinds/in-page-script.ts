import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const inPageScript: Kind = {
  name: "in-page-script",
  side: "attack",
  automation: true,
  about:
    "A script in the page, like an extension's: sets .value, dispatches events, element.click().",
  trainedOn: "values set by a script in the page",
  run: driven({ library: "patchright", behaviour: "in-page", disguised: true, headful: true }),
};
