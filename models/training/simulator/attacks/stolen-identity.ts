/**
 * A bought card and the name that goes with it, entered by hand on a clean device through a
 * neighbour's address. Nothing in the typing gives it away; what does is thin: a new mailbox, a
 * rented number, a guest of another name, a stay soon, and more of the details pasted.
 */

import { residentialProxyIp } from "../addresses.ts";
import { attemptsOf, bookingOf, companions } from "../booking.ts";
import { browserOf, desktops, everyday } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { pickHotel, pickMerchant } from "../merchants.ts";
import { personName } from "../names.ts";
import { anyHour, hiddenIp, soonStay, stolen, thiefHome, victimHome, wiped } from "./victim.ts";

const dayMs = 86_400_000;

export const stolenIdentity: Kind = {
  name: "stolen-identity",
  share: 0.17,
  attempts: 1.7,
  plan(episode) {
    const { random } = episode;
    const living = thiefHome(random);
    const merchant = pickMerchant(random, episode.merchants);
    const hotel = pickHotel(random, merchant);
    const home = victimHome(random, hotel);
    // The better ones use a phone as everybody does, and rarely a desk's browser only.
    const models = random.chance(0.3) ? everyday : desktops;
    const browser = browserOf(random, random.chance(0.65) ? home : living, models);
    let at = anyHour(random, episode.at);
    return Array.from({ length: Number(random.weighted({ 1: 58, 2: 24, 3: 12, 4: 6 })) }, () => {
      const person = stolen(random, home, { digits: 0.35 });
      // Between two victims the traces are wiped, if it is not forgotten.
      const own = random.chance(0.6) ? wiped(random, browser) : { ...browser };
      own.ip = random.chance(0.35) ? residentialProxyIp(random, home) : hiddenIp(random, home);
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
      const place = random.chance(0.5) ? hotel : pickHotel(random, merchant);
      const guests = companions(random, guest, living, stay.party);
      const fixed = {
        merchant,
        hotel: place,
        customer,
        hand,
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
