/** Arrives from a price comparison on the hotel's page or in the checkout, and needs few pages. */

import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";

export const metasearch: Kind = {
  name: "metasearch",
  share: 0.05,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const behaviour = humanBehaviour(random);
    behaviour.landsDeep = 1;
    behaviour.pages = Number(random.weighted({ 1: 45, 2: 40, 3: 15 }));
    // Apps and e-mails open the page without a referrer.
    behaviour.referred = 0.75;
    const booking = bookingOf(episode, { behaviour });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
