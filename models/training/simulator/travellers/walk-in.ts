/**
 * In town without a bed: booked on a phone, for tonight or tomorrow, in few pages. In the source
 * such bookings are cancelled least of all; a short lead time is no sign of fraud.
 */

import { carrierIp, hotelWifiIp } from "../addresses.ts";
import { attemptsOf, bookingOf, stayOf } from "../booking.ts";
import { browserOf, everyday, phones } from "../browsers.ts";
import { countryCodes } from "../countries.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";

export const walkIn: Kind = {
  name: "walk-in",
  share: 0.075,
  attempts: 1.05,
  plan(episode) {
    const { random, at } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const home = random.chance(0.55) ? hotel.country : random.pick(countryCodes);
    const browser = browserOf(random, home, random.chance(0.75) ? phones : everyday);
    // Already there, so in the hotel's country's network and often in the evening.
    if (random.chance(0.6)) browser.ip = carrierIp(random, hotel.country);
    // In the lobby of the house already, where a night more is cheaper online than at the desk.
    else if (random.chance(0.3)) browser.ip = hotelWifiIp(hotel.country, hotel.referenceId);
    const customer = { person: personOf(random, home), browser };
    const hand = humanHand(random);
    hand.pages = random.around(2.6, 0.5);
    hand.dwellMs *= 0.7;
    const nights = random.weighted({ 1: 68, 2: 20, 3: 9, 5: 3 });
    const lead = random.chance(0.75) ? 0 : 1;
    const stay = stayOf(random, at, "direct", { lead, nights: Number(nights) });
    return attemptsOf(episode, at, bookingOf(episode, { merchant, hotel, customer, hand, stay }));
  },
};
