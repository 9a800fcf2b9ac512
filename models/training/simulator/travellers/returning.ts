/** Known to the shop: finds the form filled, changes nothing, and is done in three clicks. */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";
import { pickMerchant } from "../merchants.ts";

const dayMs = 86_400_000;

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
    const stays = [first];
    while (random.chance(0.3) && stays.length < 4) {
      stays.push(bookingOf(episode, { merchant, customer, account: true, known: true }));
    }
    return stays.flatMap((stay, i) => {
      const later = Math.round(at + i * random.between(1, 12) * dayMs);
      return attemptsOf(episode, later, stay);
    });
  },
};
