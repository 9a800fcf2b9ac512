/**
 * Rooms bought with stolen cards and sold on: one phone number to be reached at, several hotels and
 * cities, a mailbox and a guest for each buyer.
 */

import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import { browserOf, vpnIp } from "../browsers.ts";
import { countryCodes } from "../countries.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf, phoneOf } from "../people.ts";
import { anyHour, soonStay, stolen } from "./victim.ts";

const hourMs = 3_600_000;

export const resaleRing: Kind = {
  name: "resale-ring",
  share: 0.1,
  attempts: 7.5,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ hotels }) => hotels.length > 20);
    const living = random.pick(countryCodes);
    const phone = phoneOf(random, living);
    let browser = browserOf(random, living);
    let at = anyHour(random, episode.at);
    return Array.from({ length: random.int(3, 12) }, () => {
      if (random.chance(0.3)) browser = browserOf(random, living);
      if (random.chance(0.3)) browser = { ...browser, ip: vpnIp(random) };
      const home = guestCountry(random, "online");
      const person = { ...stolen(random, home, { digits: 0.4 }), phone };
      const stay = random.chance(0.5) ? soonStay(random, at) : stayOf(random, at, "online");
      const buyer = random.chance(0.8) ? personOf(random, living) : person;
      const booking = bookingOf(episode, {
        merchant,
        hotel: pickHotel(random, merchant),
        customer: { person, browser },
        stay,
        guests: companions(random, buyer, living, stay.party),
        hand: humanHand(random),
        newcomer: 0.5,
      });
      const planned = attemptsOf(episode, Math.round(at), booking);
      at += random.around(14 * hourMs, 1.1);
      return planned;
    }).flat();
  },
};
