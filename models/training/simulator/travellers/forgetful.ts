/**
 * A guest who does not recognise the charge on the statement and disputes a legitimate booking, or
 * whose bank or family does. Later they book again, as legitimately as before.
 */
import { dayMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { pickMerchant } from "../merchants.ts";

export const forgetful: Kind = {
  name: "forgetful",
  share: 0.002,
  attempts: 2.1,
  reporting: { disputed: 0.14, byStaff: 0 },
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const account = random.chance(merchant.sends.bookerReference);
    const first = bookingOf(episode, { merchant, account });
    const { customer } = first;
    let at = localTime(episode.at, customer.person.home);
    return Array.from({ length: random.int(2, 3) }, (_, visit) => {
      const time = Math.round(at);
      at += random.around(26 * dayMs, 0.6);
      if (visit === 0) return attemptsOf(episode, time, first);
      const again = bookingOf({ ...episode, at: time }, { merchant, account, customer });
      return attemptsOf(episode, time, again);
    }).flat();
  },
};
