import type { Kind } from "../../kind.ts";
import { bookWithFreshProfiles } from "../fresh-profiles.ts";

export const profileFarm: Kind = {
  name: "profile-farm",
  side: "attack",
  automation: true,
  about: "A human-like program on one machine: a new profile, person and IP address per booking.",
  trainedOn: null,
  others: 2,
  async run(visit) {
    const how = {
      library: "playwright",
      behaviour: "curves",
      headful: true,
      disguised: true,
    } as const;
    await bookWithFreshProfiles(visit, [visit, ...visit.others], how);
  },
};
