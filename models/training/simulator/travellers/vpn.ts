/** Legitimate users of a VPN, whose IP address is shared with many others. */

import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { vpnIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { disposable } from "../mail.ts";
import { internetPhone } from "../phones.ts";

export const vpn: Kind = {
  name: "vpn",
  share: 0.045,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode);
    const { person, browser } = booking.customer;
    browser.ip = vpnIp(random, person.home);
    // People who hide their IP address often block other identifiers as well.
    if (random.chance(0.25)) delete browser.device.deviceId;
    if (random.chance(0.025)) person.email = disposable(random, person);
    if (random.chance(0.05)) person.phone = internetPhone(random, person.home);
    return attemptsOf(episode, localTime(episode.at, person.home), booking);
  },
};
