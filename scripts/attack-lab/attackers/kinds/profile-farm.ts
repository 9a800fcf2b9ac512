import { join } from "node:path";
import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const profileFarm: Kind = {
  name: "profile-farm",
  side: "attack",
  automation: true,
  about: "A human-like program on one machine: a new profile, person and IP address per booking.",
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
      await driveAndClose(
        { ...visit, ...fresh },
        { library: "playwright", behaviour: "curves", headful: true, disguised: true },
      );
    }
  },
};
