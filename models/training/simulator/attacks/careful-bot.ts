/**
 * A program that imitates a person: real key presses and pointer moves through the browser's input
 * pipeline, with signs of automation hidden. Each hides some signs and overlooks others: an even
 * rhythm, keys without a hold time, lines that are too straight or too smooth, a missing header.
 */

import { hourMs } from "../../../../src/base/durations.ts";
import { automatedBrowser, undrivenBrowser } from "../automated-browser.ts";
import { carefulBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { residentialProxyIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { profileOddities, withOddities } from "../oddities.ts";
import { anyHour, hiddenIp, soonStay, stolen, victimHome } from "./shared.ts";

export const carefulBot: Kind = {
  name: "careful-bot",
  share: 0.16,
  attempts: 2,
  plan(episode) {
    const { random } = episode;
    const usual = pickMerchant(random, episode.merchants);
    const roams = random.chance(0.3);
    const home = victimHome(random, pickHotel(random, usual));
    const behaviour = carefulBehaviour(random);
    const isDriven = random.chance(0.7);
    const pace = random.pick([2, 7, 30]) * hourMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 60, 2: 18, 3: 12, 6: 10 })) }, () => {
      const own = isDriven ? automatedBrowser(random, home, 0.9) : undrivenBrowser(random, home);
      const browser = withOddities(random, own, profileOddities);
      browser.ip = random.chance(0.5) ? residentialProxyIp(random, home) : hiddenIp(random, home);
      const merchant = roams ? pickMerchant(random, episode.merchants) : usual;
      const person = stolen(random, home, { digits: 0.45 });
      const stay = soonStay(random, at, 0.4);
      const fixed = { merchant, customer: { person, browser }, behaviour, stay, newcomer: 0.7 };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(pace, 1.2);
      return planned;
    }).flat();
  },
};
