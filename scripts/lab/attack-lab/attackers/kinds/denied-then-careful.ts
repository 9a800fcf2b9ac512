import type { Kind } from "../../kind.ts";
import { onMachineOf } from "../../people.ts";
import { bookAndBeDenied } from "../after-denial.ts";
import { driveAndClose } from "../drive.ts";

export const deniedThenCareful: Kind = {
  name: "denied-then-careful",
  side: "attack",
  automation: true,
  about:
    "Patchright is denied, then moves and types like a person and books for another one, with the same browser profile.",
  trainedOn: null,
  others: 1,
  countedFrom: 2,
  async run(visit) {
    const browser = { library: "patchright", headful: true, disguised: true } as const;
    await bookAndBeDenied(visit, { ...browser, behaviour: "program", typingMs: [50, 130] });
    const person = onMachineOf(visit.person, visit.others[0]!.person);
    const careful = { ...browser, behaviour: "curves", holdsShift: true } as const;
    await driveAndClose({ ...visit, person }, careful);
  },
};
