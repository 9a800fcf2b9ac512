/** On a journey already: a phone in another country's network and time, a foreign card, a friend. */

import { carrierIp } from "../addresses.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { countryCodes, countryOf } from "../countries.ts";
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
