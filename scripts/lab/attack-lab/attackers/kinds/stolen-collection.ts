import type { Kind } from "../../kind.ts";
import { drive } from "../drive.ts";
import { bookWith } from "../http-client.ts";

/** How long the victim's tab stays open after its id was stolen. */
const openMs = 3000;

export const stolenCollection: Kind = {
  name: "stolen-collection",
  side: "attack",
  automation: true,
  about: "The collection id of another person's open tab, used by an HTTP client elsewhere.",
  trainedOn: null,
  others: 1,
  async run(visit) {
    const victim = { ...visit, ...visit.others[0]! };
    const { bookings, closed } = await drive(victim, {
      library: "patchright",
      behaviour: "reader",
      headful: true,
      disguised: true,
      keepOpenMs: openMs,
    });
    try {
      await bookWith(bookings[0]?.collectionId, visit.site, visit);
    } finally {
      await closed;
    }
  },
};
