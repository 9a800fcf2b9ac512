/** Honest people behind a VPN, whose address belongs to many others too. */

import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { vpnIp } from "../browsers.ts";
import type { Kind } from "../kind.ts";

export const vpn: Kind = {
  name: "vpn",
  share: 0.045,
  attempts: 1.05,
  plan(episode) {
    const booking = bookingOf(episode);
    booking.customer.browser.ip = vpnIp(episode.random);
    // Who hides the address hides more: fewer identifiers survive in such browsers.
    if (episode.random.chance(0.25)) delete booking.customer.browser.device.deviceId;
    return attemptsOf(episode, localTime(episode.at, booking.customer.person.home), booking);
  },
};
