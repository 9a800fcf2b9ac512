/**
 * Accounts created by the dozen on one device or in one household, each to get the discount for new
 * customers. Every farm has its own source of e-mail addresses.
 */

import { hourMs } from "../../../../src/base/durations.ts";
import { humanBehaviour } from "../behaviour.ts";
import { attemptsOf, bookingOf } from "../booking.ts";
import { browserOf } from "../browsers.ts";
import { countryOf } from "../countries.ts";
import { catchAllDomain } from "../domains.ts";
import { neighbourIp, officeIp } from "../ip-addresses.ts";
import type { Kind } from "../kind.ts";
import { disposable, mailbox, mailOf } from "../mail.ts";
import { guestCountry } from "../marginals.ts";
import { pickMerchant } from "../merchants.ts";
import { personName, plainWord } from "../names.ts";
import { type Person, personOf } from "../people.ts";
import { phoneInRange, phoneRange } from "../phones.ts";
import type { Random } from "../random.ts";
import { anyHour, hiddenIp, soonStay, wiped } from "./shared.ts";

export const accountFarm: Kind = {
  name: "account-farm",
  share: 0.084,
  attempts: 8,
  plan(episode) {
    const { random } = episode;
    const merchant = pickMerchant(random, episode.merchants);
    const home = guestCountry(random, "online");
    const browser = browserOf(random, home);
    if (random.chance(0.06)) browser.ip = officeIp(random, home);
    const behaviour = { ...humanBehaviour(random), pages: random.around(2.5, 0.6) };
    const mail = mailsOf(random);
    const range = random.chance(0.3) ? phoneRange(random, home) : null;
    const wipes = random.chance(0.35);
    const pace = random.pick([8, 16, 30]) * hourMs;
    let at = anyHour(random, episode.at);
    return Array.from({ length: random.int(3, 13) }, () => {
      const name = personName(random, countryOf(home).tongue);
      const person: Person = { ...personOf(random, home), ...name };
      person.email = mail(person);
      if (range) person.phone = phoneInRange(random, range);
      const own = wipes ? wiped(random, browser) : { ...browser };
      const line = random.weighted({ same: 75, anew: 12, hidden: 13 });
      if (line !== "same")
        own.ip = line === "hidden" ? hiddenIp(random, home) : neighbourIp(random, own.ip);
      const customer = { person, browser: own };
      const fixed = { merchant, customer, behaviour, stay: soonStay(random, at, 0.4) };
      const planned = attemptsOf(episode, Math.round(at), bookingOf(episode, fixed));
      at += random.around(pace, 1.1);
      return planned;
    }).flat();
  },
};

function mailsOf(random: Random): (person: Person) => string {
  const way = random.weighted({ digits: 45, tags: 12, catchAll: 15, disposable: 13, plain: 15 });
  const domain =
    way === "catchAll"
      ? catchAllDomain(random.code(6))
      : random.pick(["gmail.com", "gmail.com", "outlook.com", "mail.com", "hotmail.com"]);
  const owner = random.code(7).replace(/\d/g, "e");
  if (way === "digits") {
    return ({ firstName }) =>
      `${plainWord(firstName) || "me"}${random.digits(random.int(2, 6))}@${domain}`;
  }
  // A single mailbox; the tag after the plus sign makes each address look new to the merchant.
  if (way === "tags") return () => `${owner}+${random.code(random.int(1, 4))}@${domain}`;
  if (way === "disposable") return (person) => disposable(random, person);
  if (way === "plain") return (person) => mailOf(random, person, person.home);
  return (person) => mailbox(random, person, domain);
}
