/**
 * A travel agency that books for its clients every day, for weeks: one or two desks with the agency's
 * mailbox, telephone and line, another client each time. Assumed: 4 to 16 bookings a day; one
 * in three works at weekends.
 */
import { dayMs, hourMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, guestHome, stayOf } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { topLevel } from "../domains.ts";
import { officeIp } from "../ip-addresses.ts";
import type { Kind, PlannedAttempt } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { familyName, plainWord } from "../names.ts";
import { personOf } from "../people.ts";

export const agency: Kind = {
  name: "agency",
  share: 0.1,
  attempts: 158,
  oversampled: 4,
  plan(episode) {
    const { random, merchants } = episode;
    const merchant = pickMerchant(random, merchants, ({ segments }) => segments.agency > 0.04);
    const home = guestCountry(random, "agency");
    const word = plainWord(familyName(random, countryOf(home).tongue)) || "atlas";
    const mailbox = `${random.pick(["info", "reservas", "booking", "office"])}@${word}-travel.${topLevel(random, home)}`;
    const ip = officeIp(random, home);
    const desks = Array.from({ length: random.int(1, 2) }, () => ({
      person: { ...personOf(random, home), email: mailbox },
      browser: { ...browserOf(random, home, desktops), ip },
    }));
    // Whose name and contact a booking carries: the desk's, the client's with the desk's contact.
    const named = random.weighted({ desk: 35, client: 30, contact: 35 });
    const aDay = random.int(4, 16);
    const rests = random.chance(0.67);
    const planned: PlannedAttempt[] = [];
    const weeks = random.int(2, 5);
    for (let day = 0; day < weeks * 7; day++) {
      if (rests && day % 7 >= 5) continue;
      // Clients come over weeks, as the agency becomes known to the merchant.
      const today = Math.max(1, Math.round(aDay * Math.min(1, (1 + day) / 12)));
      let at = episode.at + day * dayMs;
      for (let i = 0; i < today; i++) {
        at += random.around((8 * hourMs) / aDay / 1.5, 0.8);
        const hotel = pickHotel(random, merchant);
        const client = personOf(random, guestHome(random, "agency", hotel));
        const desk = random.pick(desks);
        const { firstName, lastName } = client;
        const person = {
          desk: desk.person,
          client: { ...desk.person, firstName, lastName },
          contact: client,
        }[named];
        const stay = stayOf(random, Math.round(at), "agency");
        const booking = bookingOf(episode, {
          merchant,
          hotel,
          stay,
          customer: { person, browser: desk.browser },
          guests: companions(random, client, client.home, stay.party),
          behaviour: {
            ...humanBehaviour(random),
            filling: { typed: 70, pasted: 25, autofilled: 5 },
          },
          billing: { home, address: desk.person.address },
          blocked: false,
        });
        planned.push(...attemptsOf(episode, Math.round(at), booking));
      }
    }
    return planned;
  },
};
