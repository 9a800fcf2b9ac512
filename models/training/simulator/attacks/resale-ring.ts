/**
 * Rooms bought with stolen cards and resold: one contact phone number, several hotels and cities, and
 * an e-mail address and a guest for each buyer.
 */

import { hourMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, stayOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";
import { phoneOf } from "../phones.ts";
import { anyHour, hiddenIp, soonStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const resaleRing: Kind = {
  name: "resale-ring",
  share: 0.084,
  attempts: 7.5,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ hotels }) => hotels.length > 20);
    const living = thiefHome(random);
    const phones = Array.from({ length: random.int(1, 3) }, () => phoneOf(random, living));
    // Others are contacted by e-mail and enter arbitrary phone numbers.
    const reachedBy = random.weighted({ phone: 75, mail: 15, both: 10 });
    const mailboxes = phones.map(() => personOf(random, living).email);
    const pace = random.pick([6, 14, 36]) * hourMs;
    let browser = browserOf(random, living);
    let at = anyHour(random, episode.at);
    return Array.from({ length: random.int(3, 12) }, () => {
      if (random.chance(0.3)) browser = browserOf(random, living);
      const own = random.chance(0.5) ? { ...browser, ip: hiddenIp(random, living) } : browser;
      const hotel = pickHotel(random, merchant);
      const person = stolen(random, victimHome(random, hotel), { digits: 0.4 });
      if (reachedBy !== "mail") person.phone = random.pick(phones);
      if (reachedBy !== "phone") person.email = random.pick(mailboxes);
      const stay = random.chance(0.5) ? soonStay(random, at) : stayOf(random, at, "online");
      const buyer = random.chance(0.8) ? personOf(random, living) : person;
      const booking = bookingOf(episode, {
        merchant,
        hotel,
        customer: { person, browser: own },
        stay,
        guests: companions(random, buyer, living, stay.party),
        behaviour: humanBehaviour(random),
        newcomer: 0.7,
      });
      const planned = attemptsOf(episode, Math.round(at), booking);
      at += random.around(pace, 1.1);
      return planned;
    }).flat();
  },
};
