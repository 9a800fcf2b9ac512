/**
 * A bought card with the cardholder's name, entered manually on a clean device through a residential
 * proxy. Typing does not give it away. The signs are weak: a new e-mail address, a rented phone number,
 * a guest with another name, a short lead time, and more pasted fields. Some let a public assistant book,
 * about as many among its bookings as there is fraud among all.
 */

import { dayMs } from "../../../../src/base/durations.ts";
import { type Behaviour, humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf, companions } from "../booking.ts";
import { browserOf, desktops, everyday } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { residentialProxyIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personName } from "../names.ts";
import type { Random } from "../random.ts";
import { signedBehaviour, signedBrowser } from "../signed-agent.ts";
import { anyHour, hiddenIp, soonStay, stolen, thiefHome, victimHome, wiped } from "./shared.ts";

export const stolenIdentity: Kind = {
  name: "stolen-identity",
  share: 0.3,
  attempts: 1.7,
  plan(episode) {
    const { random } = episode;
    const living = thiefHome(random);
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const home = victimHome(random, hotel);
    // Most use a desktop; the more careful ones use phones as often as other people do.
    const models = random.chance(0.3) ? everyday : desktops;
    const browser = browserOf(random, random.chance(0.65) ? home : living, models);
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 58, 2: 24, 3: 12, 4: 6 })) }, () => {
      const person = stolen(random, home, { digits: 0.35 });
      // Storage is usually cleared between two victims.
      let own = random.chance(0.6) ? wiped(random, browser) : { ...browser };
      own.ip = random.chance(0.35) ? residentialProxyIp(random, home) : hiddenIp(random, home);
      let behaviour = byHand(random);
      if (random.chance(0.05)) {
        own = signedBrowser(random, home);
        behaviour = signedBehaviour(random);
      }
      const guest = random.chance(0.55) ? person : personName(random, countryOf(living).tongue);
      const customer = { person, browser: own };
      const billing = { home, address: person.address };
      const stay = soonStay(random, at);
      const place = random.chance(0.5) ? hotel : pickHotel(random, merchant);
      const guests = companions(random, guest, living, stay.party);
      const fixed = {
        merchant,
        hotel: place,
        customer,
        behaviour,
        guests,
        billing,
        stay,
        newcomer: 0.7,
      };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(1.5 * dayMs, 1.2);
      return planned;
    }).flat();
  },
};

function byHand(random: Random): Behaviour {
  const behaviour = humanBehaviour(random);
  behaviour.filling = random.chance(0.45)
    ? { typed: 45, pasted: 55 }
    : { typed: 90, pasted: 3, autofilled: 7 };
  behaviour.emailFilling = random.chance(0.4) ? { pasted: 1 } : { typed: 1 };
  behaviour.pages = random.around(3, 0.6);
  return behaviour;
}
