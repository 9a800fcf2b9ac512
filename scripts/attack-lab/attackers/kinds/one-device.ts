import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const oneDevice: Kind = {
  name: "one-device",
  side: "attack",
  automation: true,
  about: "A human-like program books in one browser and from one address for four people.",
  trainedOn: "many bookings from one device",
  others: 3,
  async run(visit) {
    const bookers = [visit.person, ...visit.others.map(({ person }) => person)];
    await driveToTheEnd(visit, {
      library: "patchright",
      hand: "curves",
      headful: true,
      cloaked: true,
      bookers,
    });
  },
};
