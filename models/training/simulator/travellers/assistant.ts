/**
 * Honest automation: an assistant that books for its owner, a shop's own end-to-end check, a kiosk
 * or an aid for people who cannot use a mouse. The browser says that a program controls it, the
 * keys come evenly and the clicks sit in the middle; what is typed is a person's own booking.
 */

import { serverIp } from "../addresses.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import { automatedBrowser } from "../driven.ts";
import { carefulHand, humanHand, steadyHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import type { Random } from "../random.ts";

export const assistant: Kind = {
  name: "assistant",
  share: 0.002,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode);
    const { home } = booking.customer.person;
    booking.customer.browser = browserFor(random, home);
    booking.hand = hands[random.weighted({ steady: 55, careful: 12, own: 33 })](random);
    return attemptsOf(episode, localTime(episode.at, home), booking);
  },
};

/** The last are an aid's or a kiosk's users, whose own fingers it is. */
const hands = { steady: steadyHand, careful: carefulHand, own: humanHand };

function browserFor(random: Random, home: string) {
  if (random.chance(0.35)) {
    const own = browserOf(random, home);
    own.device.webdriver = random.chance(0.8);
    return own;
  }
  const browser = automatedBrowser(random, home, 0.12);
  if (random.chance(0.4)) browser.ip = serverIp(random);
  return browser;
}
