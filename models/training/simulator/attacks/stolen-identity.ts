/**
 * A bought card and the name that goes with it, entered by hand on a clean device through a
 * neighbour's address. Nothing in the typing gives it away; what does is thin: a new mailbox, a
 * rented number, a guest of another name, a stay soon, and more of the details pasted.
 */

import { attemptsOf, bookingOf, companions } from "../booking.ts";
import { browserOf, desktops, residentialProxyIp, vpnIp } from "../browsers.ts";
import { countryCodes, countryOf } from "../countries.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { personName } from "../names.ts";
import { anyHour, soonStay, stolen } from "./victim.ts";

const dayMs = 86_400_000;

export const stolenIdentity: Kind = {
  name: "stolen-identity",
  share: 0.24,
  attempts: 1.7,
  plan(episode) {
    const { random } = episode;
    const living = random.pick(countryCodes);
    const home = guestCountry(random, "online");
    const browser = browserOf(random, random.chance(0.65) ? home : living, desktops);
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 58, 2: 24, 3: 12, 4: 6 })) }, () => {
      const person = stolen(random, home, { digits: 0.35 });
      const own = { ...browser, device: { ...browser.device } };
      own.ip = random.chance(0.6) ? residentialProxyIp(random, home) : vpnIp(random);
      // Between two victims the traces are wiped, if it is not forgotten.
      if (random.chance(0.6)) own.device.deviceId = `dev_${random.code(16)}`;
      const hand = humanHand(random);
      hand.filling = random.chance(0.45)
        ? { typed: 45, pasted: 55 }
        : { typed: 90, pasted: 3, autofilled: 7 };
      hand.emailFilling = random.chance(0.4) ? { pasted: 1 } : { typed: 1 };
      hand.pages = random.around(3, 0.6);
      const guest = random.chance(0.55) ? person : personName(random, countryOf(living).tongue);
      const customer = { person, browser: own };
      const billing = { home, address: person.address };
      const stay = soonStay(random, at);
      const guests = companions(random, guest, living, stay.party);
      const fixed = { customer, hand, guests, billing, stay, newcomer: 0.5 };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(1.5 * dayMs, 1.2);
      return planned;
    }).flat();
  },
};
