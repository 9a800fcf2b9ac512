/** Compared prices elsewhere, and lands on the hotel's page or in the checkout: done in a page or two. */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";

export const metasearch: Kind = {
  name: "metasearch",
  share: 0.05,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const hand = humanHand(random);
    hand.landsDeep = 1;
    hand.pages = Number(random.weighted({ 1: 45, 2: 40, 3: 15 }));
    // Apps and mails open the page without saying where from.
    hand.referred = 0.75;
    const booking = bookingOf(episode, { hand });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
