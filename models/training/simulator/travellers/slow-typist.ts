/** Types with one finger, with pauses and corrections, and takes as long as it takes. */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";

export const slowTypist: Kind = {
  name: "slow-typist",
  share: 0.04,
  attempts: 1.15,
  plan(episode) {
    const { random } = episode;
    const hand = humanHand(random);
    hand.gapMs = random.around(520, 0.35);
    hand.gapVariation = random.between(0.6, 1.5);
    hand.corrections = random.between(5, 22);
    hand.filling = { typed: 1 };
    hand.emailFilling = { typed: 1 };
    hand.thinkMs = random.around(4500, 0.5);
    const booking = bookingOf(episode, { hand });
    const retries = random.chance(0.12) ? random.int(1, 2) : 0;
    const at = localTime(episode.at, booking.customer.person.home);
    return attemptsOf(episode, at, booking, retries);
  },
};
