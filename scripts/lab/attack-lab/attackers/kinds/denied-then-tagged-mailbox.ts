import { randomOf } from "../../../../../models/training/simulator/random.ts";
import type { Kind } from "../../kind.ts";
import { deniedThenWithoutScript } from "../after-denial.ts";

export const deniedThenTaggedMailbox: Kind = {
  name: "denied-then-tagged-mailbox",
  side: "attack",
  automation: true,
  about:
    "Playwright is denied, then books again with the script blocked and a tag in the mailbox: name+tag@example.com.",
  trainedOn: "fraudsters who add a tag once denied",
  countedFrom: 2,
  async run(visit) {
    const tag = randomOf(`denied-then-tagged-mailbox/${visit.seed}`).code(3);
    await deniedThenWithoutScript(visit, visit.person.email.replace("@", `+${tag}@`));
  },
};
