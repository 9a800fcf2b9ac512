/**
 * Somebody who lives in another country than the one they are from: a student, a seasonal worker, a
 * refugee. Name and language are those of the first country; the telephone, the card and the time zone are
 * of either, or the card of a third one, where the family or the employer is. Assumed: one guest in 65.
 */
import { attemptsOf, bookingOf } from "../booking.ts";
import { countryCodes, countryOf } from "../countries.ts";
import { homeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { phoneOf } from "../phones.ts";

export const expat: Kind = {
  name: "expat",
  share: 0.025,
  attempts: 1.05,
  plan(episode) {
    const { random, at } = episode;
    const booking = bookingOf(episode, { home: random.pick(countryCodes) });
    const { person, browser } = booking.customer;
    const living = guestCountry(random, "online");
    const { timeZone, utcOffsetMin } = countryOf(living);
    browser.ip = homeIp(random, living);
    browser.device = { ...browser.device, timeZone, utcOffsetMin };
    const phone = random.chance(0.5) ? person.phone : phoneOf(random, living);
    const card = random.weighted({ first: 30, living: 45, third: 25 });
    const home = { first: person.home, living, third: guestCountry(random, "online") }[card];
    const customer = { person: { ...person, phone }, browser };
    return attemptsOf(episode, at, { ...booking, customer, billing: { ...booking.billing, home } });
  },
};
