/**
 * A regular customer who returns throughout the season and always pays. Devices, e-mail addresses,
 * phone numbers and places change now and then; the customer stays the same.
 */

import { dayMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, localTime } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import { countryCodes } from "../countries.ts";
import { carrierIp, homeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { mailOf } from "../mail.ts";
import type { Segment } from "../marginals.ts";
import { pickMerchant } from "../merchants.ts";
import type { Customer } from "../people.ts";
import { phoneOf } from "../phones.ts";
import type { Random } from "../random.ts";

export const regular: Kind = {
  name: "regular",
  share: 0.045,
  attempts: 3.3,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const account = random.chance(merchant.sends.bookerReference);
    const segment: Segment = random.chance(0.5) ? "online" : "direct";
    const first = bookingOf(episode, { merchant, account, segment });
    const travels = random.chance(0.3);
    let { customer } = first;
    let at = localTime(episode.at, customer.person.home);
    return Array.from({ length: random.int(2, 8) }, (_, visit) => {
      const time = Math.round(at);
      at += random.around(14 * dayMs, 0.8);
      if (visit === 0) return attemptsOf(episode, time, first);
      customer = later(random, customer, travels);
      const fixed = { merchant, customer, account, segment, known: account && random.chance(0.6) };
      return attemptsOf(episode, time, bookingOf({ ...episode, at: time }, fixed));
    }).flat();
  },
};

function later(random: Random, { person, browser }: Customer, travels: boolean): Customer {
  const { home } = person;
  const change = random.weighted({ nothing: 86, browser: 8, mail: 4, phone: 2 });
  const own = change === "browser" ? browserOf(random, home) : { ...browser };
  if (travels && random.chance(0.6)) own.ip = carrierIp(random, random.pick(countryCodes));
  else if (random.chance(0.2)) own.ip = homeIp(random, home);
  const changed = {
    ...person,
    ...(change === "mail" && { email: mailOf(random, person, home) }),
    ...(change === "phone" && { phone: phoneOf(random, home) }),
  };
  return { person: changed, browser: own };
}
