/**
 * A program that posts to the checkout without its page, for hours or days: each booking with another
 * ordinary person, at one hotel or a few. Nothing but the series gives it away.
 */
import { minuteMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";
import { anyHour, botStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const endpointSeries: Kind = {
  name: "endpoint-series",
  share: 1.1,
  attempts: 34,
  oversampled: 2,
  goesOn: true,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotels = Array.from({ length: random.pick([1, 1, 1, 2, 4]) }, () =>
      pickHotel(random, merchant),
    );
    const local = random.chance(0.5) ? thiefHome(random) : null;
    const sameNights = random.chance(0.4) ? stayOf(random, episode.at, "online") : null;
    const pace = random.pick([0.3, 1, 5, 20, 60, 60]) * minuteMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: Math.round(12 + 90 * random.next() ** 3) }, () => {
      const hotel = random.pick(hotels);
      const home = local ?? victimHome(random, hotel);
      const person = local ? personOf(random, home) : stolen(random, home, { digits: 0.35 });
      const stay = sameNights ?? botStay(random, Math.round(at));
      const guests = companions(random, person, home, stay.party);
      const customer = bookingOf(episode, { merchant, hotel, home }).customer;
      const fixed = { merchant, hotel, stay, guests, blocked: true, newcomer: 0.7 };
      const booking = bookingOf(episode, { ...fixed, customer: { ...customer, person } });
      const planned = attemptsOf(episode, Math.round(at), booking, 0);
      at += random.around(pace, 0.8);
      return planned;
    }).flat();
  },
};
