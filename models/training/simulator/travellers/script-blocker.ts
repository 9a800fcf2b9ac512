/** The browser blocks the SDK; the shop's page then has no id to send, or an invented one. */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";

export const scriptBlocker: Kind = {
  name: "script-blocker",
  share: 0.025,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode, { blocked: true });
    const at = localTime(episode.at, booking.customer.person.home);
    const planned = attemptsOf(episode, at, booking);
    // Where only sending is blocked, the id is there, and nobody knows it.
    if (!booking.merchant.sends.collection || random.chance(0.5)) return planned;
    const collectionId = `col_${random.code(24)}`;
    return planned.map(({ at, make }) => ({
      at,
      make() {
        const made = make();
        return { ...made, request: { collectionId, ...made.request } };
      },
    }));
  },
};
