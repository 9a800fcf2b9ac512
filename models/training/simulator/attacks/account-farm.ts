/** One device on which new accounts are made by the dozen, each for a new guest's discount. */

import { attemptsOf, bookingOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { humanHand } from "../hands.ts";
import type { Kind } from "../kind.ts";
import { guestCountry } from "../marginals.ts";
import { pickMerchant } from "../merchants.ts";
import { personName, plainWord } from "../names.ts";
import { personOf } from "../people.ts";
import { anyHour, soonStay } from "./victim.ts";

const hourMs = 3_600_000;

export const accountFarm: Kind = {
  name: "account-farm",
  share: 0.11,
  attempts: 8,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const home = guestCountry(random, "online");
    const browser = browserOf(random, home);
    const hand = { ...humanHand(random), pages: random.around(2.5, 0.4) };
    let at = anyHour(random, episode.at);
    return Array.from({ length: random.int(3, 13) }, () => {
      const name = personName(random, countryOf(home).tongue);
      const local = plainWord(name.firstName) + random.digits(random.int(3, 8));
      const email = `${local}@${random.pick(["gmail.com", "outlook.com", "mail.com"])}`;
      const person = { ...personOf(random, home), ...name, email };
      const fixed = {
        merchant,
        customer: { person, browser },
        hand,
        stay: soonStay(random, at, 0.4),
      };
      const booking = bookingOf(episode, fixed);
      const planned = attemptsOf(episode, Math.round(at), booking);
      at += random.around(16 * hourMs, 1.1);
      return planned;
    }).flat();
  },
};
