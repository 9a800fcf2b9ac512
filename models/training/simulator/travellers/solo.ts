/** A single adult; half of them book directly with the hotel. */
import { attemptsOf, bookingOf, localTime, stayOf } from "../booking.ts";
import type { Kind } from "../kind.ts";

export const solo: Kind = {
  name: "solo",
  share: 0.1,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const segment = random.chance(0.5) ? "online" : "direct";
    const party = { adults: 1, children: 0, infants: 0 };
    const stay = stayOf(random, episode.at, segment, { party });
    const booking = bookingOf(episode, { segment, stay });
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
