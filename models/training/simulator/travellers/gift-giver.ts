/** Books for others, such as parents or friends. The booker is not among the guests. */
import { attemptsOf, bookingOf, companions, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { personOf } from "../people.ts";

export const giftGiver: Kind = {
  name: "gift-giver",
  share: 0.025,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode);
    const guest = personOf(random, booking.customer.person.home);
    if (random.chance(0.4)) guest.lastName = booking.customer.person.lastName;
    booking.guests = companions(random, guest, guest.home, booking.stay.party);
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
