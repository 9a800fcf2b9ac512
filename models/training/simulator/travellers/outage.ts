/**
 * Ordinary guests of a hotel while the page's script fails: a release, a blocked host name or a broken
 * tag manager, for minutes to hours. None of them has a collection, or all have one that the service
 * never heard of. Assumed: one booking in forty, in bursts at one hotel (a sale, a newsletter) or spread.
 */
import { minuteMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, stayOf } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";

export const outage: Kind = {
  name: "outage",
  share: 0.045,
  attempts: 8.5,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ sends }) => sends.collection > 0);
    const hotel = pickHotel(random, merchant);
    const idIsSent = random.chance(0.3);
    const pace = random.pick([0.05, 0.5, 5, 15]) * minuteMs;
    let at = episode.at;
    return Array.from({ length: random.int(2, 14) }, () => {
      at += random.around(pace, 1);
      const segment = random.chance(0.7) ? ("online" as const) : ("direct" as const);
      const stay = stayOf(random, Math.round(at), segment);
      const booking = bookingOf(episode, { merchant, hotel, segment, stay, blocked: true });
      const planned = attemptsOf(episode, Math.round(at), booking);
      const collectionId = `col_${random.code(24)}`;
      if (!idIsSent) return planned;
      return planned.map(({ at: time, send }) => ({
        at: time,
        send() {
          const made = send();
          return { ...made, request: { collectionId, ...made.request } };
        },
      }));
    }).flat();
  },
};
