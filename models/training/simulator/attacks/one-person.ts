/**
 * One person, the same name, mailbox and phone number throughout, who books again and again: dozens of
 * hotels for the same nights, dozens of stays at different times, or one cheap night at one hotel with
 * one card after another. Some change the mailbox or the device on the way, some never run the script.
 */
import { dayMs, minuteMs } from "../../../../src/base/durations.ts";
import { humanBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions, type Stay, stayOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import type { Kind } from "../kind.ts";
import { mailOf } from "../mail.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personOf } from "../people.ts";
import { anyHour, hiddenIp, soonStay, stolen, thiefHome, victimHome } from "./shared.ts";

export const onePerson: Kind = {
  name: "one-person",
  share: 0.36,
  attempts: 28,
  goesOn: true,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants, ({ hotels }) => hotels.length > 20);
    const usual = pickHotel(random, merchant);
    const home = random.chance(0.5) ? thiefHome(random) : victimHome(random, usual);
    const person = random.chance(0.6)
      ? personOf(random, home)
      : stolen(random, home, { digits: 0.35 });
    const browser = browserOf(random, home);
    if (random.chance(0.4)) browser.ip = hiddenIp(random, home);
    let customer = { person, browser };
    const goal = random.weighted({ sameNights: 35, otherNights: 30, sameHotel: 35 });
    const blocked = random.chance(0.45);
    const changes = random.chance(0.25) ? random.between(0.05, 0.3) : 0;
    const behaviour = random.chance(0.8) ? humanBehaviour(random) : steadyBehaviour(random);
    const pace = random.pick([0.4, 1, 3, 8, 30]) * minuteMs;
    let at = anyHour(random, episode.at);
    const first = stayOf(random, at, "online");
    return Array.from({ length: Math.round(8 + 75 * random.next() ** 3) }, () => {
      const hotel = goal === "sameHotel" ? usual : pickHotel(random, merchant);
      const stay = goal === "sameNights" ? first : anotherStay(soonStay(random, at, 0.4), random);
      if (random.chance(changes)) {
        const fresh = browserOf(random, home);
        customer = random.chance(0.5)
          ? { ...customer, person: { ...person, email: mailOf(random, person, home) } }
          : { ...customer, browser: { ...fresh, ip: customer.browser.ip } };
      }
      const guests = companions(random, person, home, stay.party);
      const fixed = { merchant, hotel, customer, stay, guests, behaviour, newcomer: 0.7 };
      const booking = bookingOf(episode, { ...fixed, ...(blocked && { blocked }) });
      const planned = attemptsOf(episode, Math.round(at), booking, 0);
      at += random.around(pace, 0.7);
      return planned;
    }).flat();
  },
};

const anotherStay = (stay: Stay, random: { int(from: number, to: number): number }): Stay => ({
  ...stay,
  checkInMs: stay.checkInMs + random.int(0, 120) * dayMs,
});
