/** Types with one finger, with long pauses and many corrections. */

import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";

export const slowTypist: Kind = {
  name: "slow-typist",
  share: 0.04,
  attempts: 1.15,
  plan(episode) {
    const { random } = episode;
    const behaviour = humanBehaviour(random);
    behaviour.gapMs = random.around(520, 0.35);
    behaviour.gapVariation = random.between(0.6, 1.5);
    behaviour.corrections = random.between(5, 22);
    behaviour.filling = { typed: 1 };
    behaviour.emailFilling = { typed: 1 };
    behaviour.thinkMs = random.around(4500, 0.5);
    const booking = bookingOf(episode, { behaviour });
    const retries = random.chance(0.12) ? random.int(1, 2) : 0;
    const at = localTime(episode.at, booking.customer.person.home);
    return attemptsOf(episode, at, booking, retries);
  },
};
