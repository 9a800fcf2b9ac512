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
    hand.filling = { autofilled: 96, typed: 4 };
    hand.emailFilling = { autofilled: 1 };
    hand.thinkMs = episode.random.around(350, 0.7);
    const booking = bookingOf(episode, { hand });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
