import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const oneDevice: Kind = {
  name: "one-device",
  side: "attack",
  automation: true,
  about: "A human-like program books for four people in one browser and from one IP address.",
  trainedOn: "many bookings from one device",
  others: 3,
  async run(visit) {
    const bookers = [visit.person, ...visit.others.map(({ person }) => person)];
    await driveAndClose(visit, {
      library: "patchright",
      behaviour: "curves",
      headful: true,
      disguised: true,
      bookers,
    });
  },
};
