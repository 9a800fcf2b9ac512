/**
 * First-party fraud: a real person books with their own card, stays, and then disputes the charge as
 * unauthorised, repeatedly. The visit and the details are genuine; only the outcomes of earlier
 * bookings give it away. Some wait until the first dispute is decided, and some change the e-mail
 * address, phone number or device but not everything.
 */

import { dayMs } from "../../../../src/base/durations.ts";
import { attemptsOf, bookingOf, localTime, type Stay, stayOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import { carrierIp, homeIp, officeIp, relayIp, vpnIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { mailOf } from "../mail.ts";
import { pickMerchant } from "../merchants.ts";
import type { Customer } from "../people.ts";
import { phoneOf } from "../phones.ts";
import type { Random } from "../random.ts";

export const chargebackAbuser: Kind = {
  name: "chargeback-abuser",
  share: 0.11,
  attempts: 3.7,
  reporting: { afterStay: true, byStaff: 0.04, silence: 0.8 },
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const account = random.chance(merchant.sends.bookerReference * 0.8);
    const pace = random.weighted({ greedy: 45, steady: 30, waits: 25 });
    const disguise = random.weighted({ none: 50, little: 35, much: 15 });
    const changes = { none: 0, little: 0.25, much: 0.6 }[disguise];
    const first = bookingOf(episode, { merchant, account });
    let { customer } = first;
    customer.browser.ip = ipOf(random, customer);
    let at = localTime(episode.at, customer.person.home);
    return Array.from({ length: random.int(2, 8) }, (_, visit) => {
      const time = Math.round(at);
      if (visit > 0) customer = changed(random, customer, changes);
      const known = account && random.chance(0.4);
      const stay = paidStay(random, time);
      const fixed = { merchant, customer, account, known, stay };
      at += gapMs[pace](random, visit);
      return attemptsOf(episode, time, bookingOf({ ...episode, at: time }, fixed));
    }).flat();
  },
};

const gapMs = {
  greedy: (random: Random) => random.around(7 * dayMs, 0.8),
  steady: (random: Random) => random.around(16 * dayMs, 0.6),
  // Waits for the result of the first dispute.
  waits: (random: Random, visit: number) => random.around((visit === 0 ? 42 : 9) * dayMs, 0.4),
};

/** An ordinary stay, but not so far ahead that the refund would take a year. */
function paidStay(random: Random, at: number): Stay {
  const stay = stayOf(random, at, "online");
  const latest = Math.floor(at / dayMs) * dayMs + random.int(8, 60) * dayMs;
  return { ...stay, checkInMs: Math.min(stay.checkInMs, latest) };
}

/** Like everybody, some book from the office, through a privacy relay or through a VPN. */
function ipOf(random: Random, { person: { home }, browser }: Customer): string {
  const line = random.weighted({ own: 85, office: 6, relay: 4, vpn: 5 });
  if (line === "office") return officeIp(random, home);
  if (line === "relay") return relayIp(random, home);
  return line === "vpn" ? vpnIp(random, home) : browser.ip;
}

function changed(random: Random, { person, browser }: Customer, changes: number): Customer {
  const { home } = person;
  // Their IP address changes as often as anybody's.
  const ip = random.weighted({ same: 80, line: 10, phone: 10 });
  const own = { ...browser };
  if (ip !== "same") own.ip = ip === "line" ? homeIp(random, home) : carrierIp(random, home);
  if (!random.chance(changes)) return { person, browser: own };
  const what = random.weighted({ mail: 45, phone: 15, both: 20, device: 20 });
  if (what === "device") return { person, browser: { ...browserOf(random, home), ip: own.ip } };
  const email = what === "phone" ? person.email : mailOf(random, person, home);
  const phone = what === "mail" ? person.phone : phoneOf(random, home);
  return { person: { ...person, email, phone }, browser: own };
}
