/**
 * A program that takes care to look like a person: real key presses and pointer moves through the
 * browser's own input, signs of automation hidden. Each hides some of them and overlooks others: a
 * rhythm too even, keys never held, lines too straight or too smooth, a header forgotten.
 */

import { residentialProxyIp } from "../addresses.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { automatedBrowser } from "../driven.ts";
import { carefulHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { profileOddities, withOddities } from "../oddities.ts";
import { anyHour, hiddenIp, soonStay, stolen, victimHome } from "./victim.ts";

const hourMs = 3_600_000;

export const carefulBot: Kind = {
  name: "careful-bot",
  share: 0.16,
  attempts: 2,
  plan(episode) {
    const { random } = episode;
    const usual = pickMerchant(random, episode.merchants);
    const roams = random.chance(0.3);
    const home = victimHome(random, pickHotel(random, usual));
    const hand = carefulHand(random);
    const pace = random.pick([2, 7, 30]) * hourMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 60, 2: 18, 3: 12, 6: 10 })) }, () => {
      const driven = automatedBrowser(random, home, 0.9);
      const browser = withOddities(random, driven, profileOddities);
      browser.ip = random.chance(0.5) ? residentialProxyIp(random, home) : hiddenIp(random, home);
      const merchant = roams ? pickMerchant(random, episode.merchants) : usual;
      const person = stolen(random, home, { digits: 0.45 });
      const stay = soonStay(random, at, 0.4);
      const fixed = { merchant, customer: { person, browser }, hand, stay, newcomer: 0.7 };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(pace, 1.2);
      return planned;
    }).flat();
  },
};
