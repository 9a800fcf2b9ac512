import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";
import { bookWith } from "../http-client.ts";

export const replayedCollection: Kind = {
  name: "replayed-collection",
  side: "attack",
  automation: true,
  about: "One human-like visit with its booking; its collection's id then serves other people's.",
  trainedOn: "replayed collections",
  others: 3,
  async run(visit) {
    const { collections } = await driveToTheEnd(visit, {
      library: "patchright",
      hand: "curves",
      headful: true,
      cloaked: true,
      careful: true,
    });
    for (const other of visit.others) await bookWith(collections[0], visit.site, other);
    return { counted: visit.others.map(({ person }) => person) };
  },
};
