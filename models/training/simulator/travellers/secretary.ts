/**
 * Books for a whole department: one e-mail address, device and phone number, for people who stay in
 * different cities on the same nights.
 */
import { dayMs, minuteMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, companions, localTime, stayOf } from "../booking.ts";
import { browserOf, desktops } from "../browsers.ts";
import { companyOf } from "../companies.ts";
import { countryOf } from "../countries.ts";
import type { Kind } from "../kind.ts";
import { mailbox } from "../mail.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personName } from "../names.ts";
import { personOf } from "../people.ts";

export const secretary: Kind = {
  name: "secretary",
  share: 0.02,
  attempts: 3.5,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(
      random,
      episode.merchants,
      ({ segments, hotels }) => segments.corporate > 0.04 && hotels.length > 2,
    );
    const company = companyOf(String(Math.floor(random.next() ** 1.5 * 350)));
    const { home } = company;
    const booker = personOf(random, home);
    booker.email = mailbox(random, booker, company.domain);
    const browser = { ...browserOf(random, home, desktops), ip: company.ip(random) };
    const arrival = stayOf(random, episode.at, "corporate");
    const signsAsTraveller = random.chance(0.35);
    let at = localTime(episode.at, home);
    return Array.from({ length: random.int(2, 5) }, () => {
      const traveller = personName(random, countryOf(home).tongue);
      const person = signsAsTraveller ? { ...booker, ...traveller } : booker;
      const stay = stayOf(random, at, "corporate");
      // The same meeting, or another one in the same week.
      const checkInMs = Math.max(
        arrival.checkInMs + random.int(0, 2) * dayMs,
        Math.floor(at / dayMs) * dayMs,
      );
      const booking = bookingOf(episode, {
        merchant,
        hotel: pickHotel(random, merchant),
        customer: { person, browser },
        stay: { ...stay, checkInMs },
        guests: companions(random, traveller, home, stay.party),
      });
      const planned = attemptsOf(episode, Math.round(at), booking);
      at += random.around(20 * minuteMs, 1.2);
      return planned;
    }).flat();
  },
};
