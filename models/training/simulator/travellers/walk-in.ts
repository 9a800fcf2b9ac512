/**
 * Already in town and without a room: books on a phone for tonight or tomorrow, in few pages. In the
 * source such bookings are cancelled least often, so a short lead time alone is not a sign of fraud.
 */

import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, stayOf } from "../booking.ts";
import { browserOf, everyday, phones } from "../browsers.ts";
import { countryCodes, countryOf } from "../countries.ts";
import { carrierIp, hotelWifiIp } from "../ip-addresses.ts";
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
    // Already there, so in a mobile network of the hotel's country.
    if (random.chance(0.6)) browser.ip = carrierIp(random, hotel.country);
    // A phone takes the time of the network that it is in.
    if (random.chance(browser.touch ? 0.9 : 0.5)) {
      const { timeZone, utcOffsetMin } = countryOf(hotel.country);
      browser.device = { ...browser.device, timeZone, utcOffsetMin };
    }
    // Or in the hotel's lobby, because another night is cheaper online than at the reception.
    else if (random.chance(0.3)) browser.ip = hotelWifiIp(hotel.country, hotel.referenceId);
    const customer = { person: personOf(random, home), browser };
    const behaviour = humanBehaviour(random);
    behaviour.pages = random.around(2.6, 0.5);
    behaviour.dwellMs *= 0.7;
    const nights = random.weighted({ 1: 68, 2: 20, 3: 9, 5: 3 });
    const lead = random.chance(0.75) ? 0 : 1;
    const stay = stayOf(random, at, "direct", { lead, nights: Number(nights) });
    return attemptsOf(
      episode,
      at,
      bookingOf(episode, { merchant, hotel, customer, behaviour, stay }),
    );
  },
};
