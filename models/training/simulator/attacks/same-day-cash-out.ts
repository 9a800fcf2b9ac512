/**
 * One night, tonight: the room is used or sold before anyone notices. Almost everything about it looks
 * like a walk-in guest.
 */

import { minuteMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import { browserOf, everyday, phones } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { carrierIp, hotelWifiIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personName } from "../names.ts";
import { hiddenIp, stolen, victimHome } from "./shared.ts";

export const sameDayCashOut: Kind = {
  name: "same-day-cash-out",
  share: 0.084,
  attempts: 1.6,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const browser = browserOf(random, hotel.country, random.chance(0.6) ? phones : everyday);
    if (random.chance(0.5)) browser.ip = carrierIp(random, hotel.country);
    else if (random.chance(0.25)) browser.ip = hiddenIp(random, hotel.country);
    else if (random.chance(0.12)) browser.ip = hotelWifiIp(hotel.country, hotel.referenceId);
    let at = episode.at;
    // After a declined card, the next one is tried.
    return Array.from({ length: Number(random.weighted({ 1: 62, 2: 23, 3: 10, 5: 5 })) }, () => {
      const person = stolen(random, victimHome(random, hotel), { digits: 0.4 });
      const other = personName(random, countryOf(hotel.country).tongue);
      const guest = random.chance(0.6) ? person : other;
      const party = { adults: random.int(1, 2), children: 0, infants: 0 };
      const lead = random.chance(0.85) ? 0 : 1;
      const nights = Number(random.weighted({ 1: 78, 2: 17, 3: 5 }));
      const stay = stayOf(random, at, "direct", { lead, nights, party });
      const guests = companions(random, guest, hotel.country, party);
      const behaviour = { ...humanBehaviour(random), pages: random.around(2.2, 0.5) };
      const fixed = { merchant, hotel, customer: { person, browser }, stay, guests, behaviour };
      const booking = bookingOf(episode, { ...fixed, newcomer: 0.7 });
      const planned = attemptsOf(episode, Math.round(at), booking);
      at += random.around(12 * minuteMs, 0.8);
      return planned;
    }).flat();
  },
};
