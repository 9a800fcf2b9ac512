/** Legitimate users of a VPN, whose IP address is shared with many others. */

import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import type { Browser } from "../browsers.ts";
import { torIp, vpnIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { disposable } from "../mail.ts";
import { internetPhone } from "../phones.ts";
import type { Random } from "../random.ts";

export const vpn: Kind = {
  name: "vpn",
  share: 0.06,
  attempts: 1.05,
  plan(episode) {
    const { random } = episode;
    const booking = bookingOf(episode);
    const { person, browser } = booking.customer;
    browser.ip = vpnIp(random, person.home);
    // Browsers that resist fingerprinting claim to be in Greenwich and American, in a rounded window.
    if (random.chance(0.35)) resistFingerprinting(random, browser);
    // People who hide their IP address often block other identifiers as well.
    if (random.chance(0.25)) delete browser.device.deviceId;
    if (random.chance(0.025)) person.email = disposable(random, person);
    if (random.chance(0.05)) person.phone = internetPhone(random, person.home);
    return attemptsOf(episode, localTime(episode.at, person.home), booking);
  },
};

function resistFingerprinting(random: Random, browser: Browser): void {
  const { device } = browser;
  Object.assign(device, { timeZone: "UTC", utcOffsetMin: 0, languages: ["en-US", "en"] });
  if (random.chance(0.5)) return;
  browser.ip = torIp(random);
  const screenWidth = Math.floor((device.viewportWidth ?? 1000) / 200) * 200;
  const screenHeight = Math.floor((device.viewportHeight ?? 700) / 100) * 100;
  const page = { viewportWidth: screenWidth, viewportHeight: screenHeight };
  const window = { outerWidth: screenWidth, outerHeight: screenHeight };
  Object.assign(device, { screenWidth, screenHeight, ...page, ...window });
}
