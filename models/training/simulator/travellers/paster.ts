/** Keeps the own details in a note, and pastes the e-mail address and more of them. */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";

export const paster: Kind = {
  name: "paster",
  share: 0.03,
  attempts: 1.05,
  plan(episode) {
    const hand = humanHand(episode.random);
    hand.emailFilling = { pasted: 1 };
    const all = episode.random.chance(0.25);
    hand.filling = { typed: all ? 6 : 60, pasted: episode.random.int(5, 60) };
    const booking = bookingOf(episode, { hand });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
