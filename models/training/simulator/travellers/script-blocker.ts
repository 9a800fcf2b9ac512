/**
 * The browser blocks the SDK, so the request has no collection id, or one without any telemetry. More
 * than a quarter of the ad blockers on desktops use EasyPrivacy, which blocks such scripts (contentpass
 * 2018), and about a quarter of desktops block ads; on phones few do. Assumed: one in fourteen.
 */
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Kind } from "../kind.ts";

export const scriptBlocker: Kind = {
  name: "script-blocker",
  share: 0.07,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode, { blocked: true });
    const at = localTime(episode.at, booking.customer.person.home);
    const planned = attemptsOf(episode, at, booking);
    // Where only the SDK's requests are blocked, the id exists but the service does not know it.
    if (!booking.merchant.sends.collection || random.chance(0.5)) return planned;
    const collectionId = `col_${random.code(24)}`;
    return planned.map(({ at, send }) => ({
      at,
      send() {
        const made = send();
        return { ...made, request: { collectionId, ...made.request } };
      },
    }));
  },
};
