/** The browser or a password manager fills in the form: few keys, done within seconds. */

import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";

export const autofill: Kind = {
  name: "autofill",
  share: 0.07,
  attempts: 1.05,
  plan(episode) {
    const behaviour = humanBehaviour(episode.random);
    // A password manager extension sets values by script and dispatches its own events.
    const filling = episode.random.chance(0.3) ? "synthetic" : "autofilled";
    behaviour.filling = { [filling]: 96, typed: 4 };
    behaviour.emailFilling = { [filling]: 1 };
    behaviour.thinkMs = episode.random.around(350, 0.7);
    const booking = bookingOf(episode, { behaviour });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
