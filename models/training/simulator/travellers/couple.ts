/** Two adults on a short holiday: the most common guests. */
import { attemptsOf, bookingOf, localTime, stayOf } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { partyWith } from "../marginals.ts";

export const couple: Kind = {
  name: "couple",
  share: 0.235,
  attempts: 1.05,
  plan(episode) {
    const party = partyWith(episode.random, "online", false);
    const stay = stayOf(episode.random, episode.at, "online", { party });
    const booking = bookingOf(episode, { stay });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
