/** A returning customer, for whom the form is prefilled. */
import { dayMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { pickMerchant } from "../merchants.ts";

export const returning: Kind = {
  name: "returning",
  share: 0.05,
  attempts: 1.5,
  plan(episode) {
    const { random, merchants } = episode;
    const merchant = pickMerchant(random, merchants, ({ sends }) => sends.bookerReference > 0.05);
    const first = bookingOf(episode, { merchant, account: true, known: true });
    const { customer } = first;
    const at = localTime(episode.at, customer.person.home);
    const planned = attemptsOf(episode, at, first);
    for (let visit = 1; visit < 4 && random.chance(0.3); visit++) {
      const later = Math.round(at + visit * random.between(1, 12) * dayMs);
      const fixed = { merchant, customer, account: true, known: true };
      planned.push(...attemptsOf(episode, later, bookingOf({ ...episode, at: later }, fixed)));
    }
    return planned;
  },
};
