/**
 * A festival is announced or a sale opens: dozens of unrelated people book one hotel within minutes,
 * each from home. Assumed: one booking in 130.
 */
import { minuteMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, stayOf } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";

export const rush: Kind = {
  name: "rush",
  share: 0.025,
  attempts: 26,
  oversampled: 2,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const event = stayOf(random, episode.at, "online");
    const paceMs = random.pick([0.3, 1, 3, 10]) * minuteMs;
    let { at } = episode;
    return Array.from({ length: random.int(8, 44) }, () => {
      at += random.around(paceMs, 1);
      const own = stayOf(random, at, "online");
      const stay = random.chance(0.75) ? { ...own, checkInMs: event.checkInMs } : own;
      return attemptsOf(episode, Math.round(at), bookingOf(episode, { merchant, hotel, stay }));
    }).flat();
  },
};
