import type { Kind } from "../../kind.ts";
import { deniedThenWithoutScript } from "../after-denial.ts";

export const deniedThenScriptBlocked: Kind = {
  name: "denied-then-script-blocked",
  side: "attack",
  automation: true,
  about: "Playwright is denied, then books again for the same person with the script blocked.",
  trainedOn: "fraudsters who block the script once denied",
  countedFrom: 2,
  run: (visit) => deniedThenWithoutScript(visit, visit.person.email),
};
