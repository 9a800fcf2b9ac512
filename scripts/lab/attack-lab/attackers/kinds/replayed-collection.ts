import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";
import { bookWith } from "../http-client.ts";

export const replayedCollection: Kind = {
  name: "replayed-collection",
  side: "attack",
  automation: true,
  about: "One human-like visit with a booking, whose collection id is reused for other people.",
  trainedOn: "replayed collections",
  others: 3,
  countedFrom: 2,
  async run(visit) {
    const { bookings } = await driveAndClose(visit, {
      library: "patchright",
      behaviour: "curves",
      headful: true,
      disguised: true,
      holdsShift: true,
    });
    for (const other of visit.others) await bookWith(bookings[0]?.collectionId, visit.site, other);
  },
};
