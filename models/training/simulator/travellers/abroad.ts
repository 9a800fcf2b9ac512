/** Already travelling: a phone in the network and time zone of another country, a foreign card. */

import { attemptsOf, bookingOf } from "../booking.ts";
import { countryCodes, countryOf } from "../countries.ts";
import { carrierIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";

export const abroad: Kind = {
  name: "abroad",
  share: 0.04,
  attempts: 1.05,
  plan(episode) {
    const { random, at } = episode;
    const booking = bookingOf(episode, { home: random.pick(countryCodes) });
    const place = random.chance(0.4) ? booking.hotel.country : random.pick(countryCodes);
    const { timeZone, utcOffsetMin } = countryOf(place);
    const { browser } = booking.customer;
    browser.ip = carrierIp(random, place);
    browser.device = { ...browser.device, timeZone, utcOffsetMin };
    return attemptsOf(episode, at, booking);
  },
};
