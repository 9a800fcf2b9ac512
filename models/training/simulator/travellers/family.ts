/** Parents with children; party and length of stay are drawn from the source data. */
import { attemptsOf, bookingOf, localTime, stayOf } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { partyWith } from "../marginals.ts";

export const family: Kind = {
  name: "family",
  share: 0.135,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const segment = random.chance(0.75) ? "online" : "direct";
    const party = partyWith(random, segment, true);
    const stay = stayOf(random, episode.at, segment, { party });
    const booking = bookingOf(episode, { segment, stay });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
