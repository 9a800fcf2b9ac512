/** Books two or three hotels for the same nights, to cancel all but one. */
import { hourMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { pickHotel } from "../merchants.ts";

export const undecided: Kind = {
  name: "undecided",
  share: 0.03,
  attempts: 2.5,
  plan(episode) {
    const { random } = episode;
    const first = bookingOf(episode);
    let at = localTime(episode.at, first.customer.person.home);
    return Array.from({ length: random.int(2, 3) }, () => {
      const hotel = pickHotel(random, first.merchant);
      const planned = attemptsOf(episode, Math.round(at), { ...first, hotel });
      at += random.around(3 * hourMs, 1.3);
      return planned;
    }).flat();
  },
};
