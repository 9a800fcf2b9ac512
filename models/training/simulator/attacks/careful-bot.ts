/**
 * A program that takes care to look like a person: real key presses and pointer moves through the
 * browser's own input, signs of automation hidden. Its rhythm is too even and its lines too straight,
 * mostly; assistants and shops' own tests move the same way.
 */

import { attemptsOf, bookingOf } from "../booking.ts";
import { automatedBrowser, residentialProxyIp } from "../browsers.ts";
import { steadyHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { anyHour, soonStay, stolen } from "./victim.ts";

const hourMs = 3_600_000;

export const carefulBot: Kind = {
  name: "careful-bot",
  share: 0.1,
  attempts: 1.9,
  plan(episode) {
    const { random } = episode;
    const home = guestCountry(random, "online");
    const hand = steadyHand(random);
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 60, 2: 18, 3: 12, 6: 10 })) }, () => {
      const browser = automatedBrowser(random, home, 0.93);
      browser.ip = residentialProxyIp(random, home);
      const person = stolen(random, home, { digits: 0.45 });
      const stay = soonStay(random, at, 0.4);
      const fixed = { customer: { person, browser }, hand, stay, newcomer: 0.5 };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed), 0);
      at += random.around(7 * hourMs, 1.2);
      return planned;
    }).flat();
  },
};
