/** E-mail addresses: freemail, work, university, personal domains, relays and disposable ones. */
import { companyOf } from "./companies.ts";
import { countryOf } from "./countries.ts";
import { disposableDomains, topLevel, universityDomain } from "./domains.ts";
import { firstName, plainWord } from "./names.ts";
import type { Random } from "./random.ts";

interface Named {
  firstName: string;
  lastName: string;
}

/** Relays that forward one generated address per merchant. */
const relays = ["privaterelay.appleid.com", "duck.com", "mozmail.com", "simplelogin.com"] as const;

const lessCommon = {
  "yahoo.com": 26,
  "live.com": 16,
  "proton.me": 12,
  "aol.com": 8,
  "mail.com": 8,
  "gmx.net": 8,
  "me.com": 9,
  "zoho.com": 3,
  "gmx.com": 5,
  "msn.com": 5,
} as const;

/** The e-mail address that a person enters; occasionally the partner's. */
export function mailOf(random: Random, owner: Named, home: string): string {
  const sort = random.weighted({
    usual: 830,
    lessCommon: 95,
    work: 32,
    own: 13,
    university: 12,
    relay: 12,
    disposable: 4,
  });
  const { tongue } = countryOf(home);
  const partner = random.chance(0.03);
  const name = partner ? { firstName: firstName(random, tongue), lastName: owner.lastName } : owner;
  if (sort === "usual") return mailbox(random, name, random.pick(countryOf(home).mail));
  if (sort === "lessCommon") return mailbox(random, name, random.weighted(lessCommon));
  if (sort === "work") return mailbox(random, name, smallCompanyDomain(random, home));
  if (sort === "own")
    return `${random.pick(["mail", "me", "hello", given(name)])}@${ownDomain(random, name, home)}`;
  if (sort === "university") return mailbox(random, name, universityDomain(home, random.int(0, 3)));
  return sort === "relay" ? relayed(random) : disposable(random, name);
}

const given = ({ firstName }: Named) => plainWord(firstName.split(" ")[0]!) || "me";

/** A disposable address: half contain the name, half are what the service generates. */
export function disposable(random: Random, name: Named): string {
  const domain = random.pick(disposableDomains);
  return random.chance(0.5)
    ? mailbox(random, name, domain)
    : `${random.code(random.int(6, 11))}@${domain}`;
}

function relayed(random: Random): string {
  return `${random.code(10)}@${random.pick(relays)}`;
}

/** One of several hundred companies per country, with skewed numbers of employees. */
function smallCompanyDomain(random: Random, home: string): string {
  return companyOf(`${home}/${Math.floor(random.next() ** 2 * 400)}`, home).domain;
}

function ownDomain(random: Random, { lastName }: Named, home: string): string {
  const word = plainWord(lastName) || "casa";
  return `${word}${random.pick(["", "", "-family", "home"])}.${topLevel(random, home)}`;
}

export function mailbox(random: Random, { firstName, lastName }: Named, domain: string): string {
  const first = plainWord(firstName.split(" ")[0]!) || "me";
  const last = plainWord(lastName.split(" ").at(-1)!) || "x";
  const local = random.weighted({
    [`${first}.${last}`]: 30,
    [`${first}${last}`]: 17,
    [`${first[0]}${last}`]: 10,
    [`${last}.${first}`]: 5,
    [`${first}_${last}`]: 5,
    [`${first}.${last[0]}`]: 4,
    [`${first}${last[0]}`]: 4,
    [nickname(random)]: 11,
  });
  const tag = random.chance(0.01) ? `+${random.pick(["travel", "hotel", "booking"])}` : "";
  const number = random.weighted({ "": 60, year: 16, two: 13, one: 5, more: 6 });
  const digits = {
    "": "",
    year: String(random.int(1950, 2006)),
    two: random.digits(2),
    one: random.digits(1),
  };
  return `${local}${number === "more" ? random.digits(random.int(3, 6)) : digits[number]}${tag}@${domain}`;
}

const nicknames =
  "sun moon cat dog blue surf bike casa luna mar rock jazz king star wolf zen fado run".split(" ");

function nickname(random: Random): string {
  return random.pick(nicknames) + random.pick(["", ".", "_"]) + random.pick(nicknames);
}
