/** The browser or a password manager fills everything: few keys, done in seconds, and honest. */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";

export const autofill: Kind = {
  name: "autofill",
  share: 0.07,
  attempts: 1.05,
  plan(episode) {
    const hand = humanHand(episode.random);
    // A password manager that is an extension sets values from a script, with events of its own.
    const filling = episode.random.chance(0.3) ? "synthetic" : "autofilled";
    hand.filling = { [filling]: 96, typed: 4 };
    hand.emailFilling = { [filling]: 1 };
    hand.thinkMs = episode.random.around(350, 0.7);
    const booking = bookingOf(episode, { hand });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
