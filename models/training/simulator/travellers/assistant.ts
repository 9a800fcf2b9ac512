/**
 * Legitimate automation that does not say who it is: an assistant that books for its owner, or a
 * merchant's end-to-end test. The browser reports that it is automated, keys are evenly paced and clicks
 * are centred, but the booking is genuine. Aids and kiosks have kinds of their own.
 */

import { automatedBrowser } from "../automated-browser.ts";
import { carefulBehaviour, humanBehaviour, steadyBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import { serverIp } from "../ip-addresses.ts";
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
    booking.behaviour = behaviours[random.weighted({ steady: 55, careful: 12, own: 33 })](random);
    return attemptsOf(episode, localTime(episode.at, home), booking);
  },
};

/** `own`: the owner takes over and types. */
const behaviours = { steady: steadyBehaviour, careful: carefulBehaviour, own: humanBehaviour };

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
