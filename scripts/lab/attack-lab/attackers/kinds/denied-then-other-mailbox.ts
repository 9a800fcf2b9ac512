import type { Kind } from "../../kind.ts";
import { deniedThenWithoutScript } from "../after-denial.ts";

export const deniedThenOtherMailbox: Kind = {
  name: "denied-then-other-mailbox",
  side: "attack",
  automation: true,
  about:
    "Playwright is denied, then books again with the script blocked and another mailbox; name, phone and address stay.",
  trainedOn: "fraudsters who take another mailbox once denied",
  others: 1,
  countedFrom: 2,
  run: (visit) => deniedThenWithoutScript(visit, visit.others[0]!.person.email),
};
