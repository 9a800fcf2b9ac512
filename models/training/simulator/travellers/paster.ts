/** Keeps personal details in a note and pastes the e-mail address and other fields. */

import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";

export const paster: Kind = {
  name: "paster",
  share: 0.07,
  attempts: 1.05,
  plan(episode) {
    const behaviour = humanBehaviour(episode.random);
    behaviour.emailFilling = { pasted: 1 };
    const all = episode.random.chance(0.7);
    behaviour.filling = { typed: all ? 6 : 60, pasted: episode.random.int(5, 60) };
    const booking = bookingOf(episode, { behaviour });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
