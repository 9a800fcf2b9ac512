import type { Kind } from "../../kind.ts";
import { onMachineOf } from "../../people.ts";
import { bookWithFreshProfiles } from "../fresh-profiles.ts";

export const addressFarm: Kind = {
  name: "address-farm",
  side: "attack",
  automation: true,
  about:
    "The most careful program books for eight people behind one household's IP address, with a new profile each.",
  trainedOn: "farms behind one IP address",
  others: 7,
  // Two earlier bookings are ordinary for a household.
  countedFrom: 3,
  async run(visit) {
    const { person: owner, proxy, others } = visit;
    const tenants = others.map(({ person }) => ({ person: onMachineOf(owner, person), proxy }));
    await bookWithFreshProfiles(visit, [visit, ...tenants], {
      library: "patchright",
      behaviour: "curves",
      headful: true,
      disguised: true,
      holdsShift: true,
    });
  },
};
