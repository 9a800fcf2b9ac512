/**
 * A business traveller: the company's mail domain and IP address, the same hotels again and again,
 * sometimes booked for a colleague, billed to the company.
 */

import { dayMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, localTime, stayOf } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { companyOf } from "../companies.ts";
import { countryOf } from "../countries.ts";
import type { Kind } from "../kind.ts";
import { mailbox } from "../mail.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personName } from "../names.ts";
import { type Customer, personOf } from "../people.ts";
import { phoneInRange } from "../phones.ts";
import type { Random } from "../random.ts";

const companies = 350;

export const business: Kind = {
  name: "business",
  share: 0.11,
  attempts: 2.2,
  plan(episode) {
    const { random, merchants } = episode;
    const merchant = pickMerchant(random, merchants, ({ segments }) => segments.corporate > 0.04);
    const customer = employee(random);
    const usual = pickHotel(random, merchant);
    const trips = random.weighted({ 1: 60, 2: 18, 4: 14, 8: 8 });
    return Array.from({ length: Number(trips) }, (_, trip) => {
      const later = trip * random.between(4, 9) * dayMs;
      const at = Math.round(localTime(episode.at, customer.person.home) + later);
      const hotel = random.chance(0.7) ? usual : pickHotel(random, merchant);
      const stay = stayOf(random, at, "corporate");
      const guests = random.chance(0.25)
        ? [personName(random, countryOf(customer.person.home).tongue)]
        : [customer.person];
      const names = guests.map(({ firstName, lastName }) => ({ firstName, lastName }));
      const fixed = { merchant, hotel, customer, stay, guests: names };
      return attemptsOf(episode, at, bookingOf(episode, { segment: "corporate", ...fixed }));
    }).flat();
  },
};

function employee(random: Random): Customer {
  const company = companyOf(String(Math.floor(random.next() ** 1.5 * companies)));
  const { home, domain } = company;
  const person = personOf(random, home);
  const email = random.chance(0.9)
    ? mailbox(random, person, domain).replace(/[\d]+@/, "@")
    : person.email;
  const browser = browserOf(random, home, random.chance(0.85) ? desktops : undefined);
  if (random.chance(0.7)) browser.ip = company.ip(random);
  // Many have a company phone.
  const phone = random.chance(0.4) ? phoneInRange(random, company.phones) : person.phone;
  return { person: { ...person, email, phone }, browser };
}
