import { join } from "node:path";
import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const profileFarm: Kind = {
  name: "profile-farm",
  side: "attack",
  automation: true,
  about: "A human-like program on one machine: a fresh profile, person and address each booking.",
  trainedOn: null,
  others: 2,
  async run(visit) {
    for (const [index, booker] of [visit, ...visit.others].entries()) {
      const { person, proxy } = booker;
      const fresh = {
        person,
        proxy,
        folder: join(visit.folder, `${index}`),
        seed: visit.seed + index,
      };
      await driveToTheEnd(
        { ...visit, ...fresh },
        { library: "playwright", hand: "curves", headful: true, cloaked: true },
      );
    }
  },
};
