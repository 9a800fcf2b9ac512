/**
 * E-mail addresses: freemail, work, university, personal domains, relays and disposable ones.
 *
 * How many mailboxes end in digits, and in how many, and how many contain their owner's name, was
 * counted on 17,035 addresses at free providers among the authors of two public repositories with
 * contributors from everywhere, EbookFoundation/free-programming-books and
 * zero-to-mastery/start-here-guidelines: 85 % contain a name, half are up to 12 characters long, one
 * in twenty more than 18, and one in a hundred more than 22. Only these counts are used.
 */
import { companyOf } from "./companies.ts";
import { countryOf } from "./countries.ts";
import { disposableDomains, topLevel, universityDomain } from "./domains.ts";
import { firstName, isLatin, plainWord } from "./names.ts";
import type { Random } from "./random.ts";

interface Named {
  firstName: string;
  lastName: string;
  phone?: string;
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
  if (sort === "usual") {
    const domain = random.pick(countryOf(home).mail);
    const number = allDigits(random, owner, domain);
    return number ? `${number}@${domain}` : mailbox(random, adopted(random, name), domain);
  }
  if (sort === "lessCommon") return mailbox(random, name, random.weighted(lessCommon));
  if (sort === "work") return mailbox(random, name, smallCompanyDomain(random, home));
  if (sort === "own")
    return `${random.pick(["mail", "me", "hello", given(name)])}@${ownDomain(random, name, home)}`;
  if (sort === "university") return mailbox(random, name, universityDomain(home, random.int(0, 3)));
  return sort === "relay" ? relayed(random) : disposable(random, name);
}

/** Chinese providers hand out numbers, and accept the phone number in place of a name. */
function allDigits(random: Random, { phone }: Named, domain: string): string | null {
  if (domain === "qq.com" && random.chance(0.7))
    return `${random.int(1, 9)}${random.digits(random.int(6, 9))}`;
  if ((domain === "163.com" || domain === "126.com") && phone && random.chance(0.3)) {
    return phone.replace(/^\+86/, "").replace("+", "");
  }
  return null;
}

/** Many whose name has another script use an English first name, which nothing romanises to. */
function adopted(random: Random, name: Named): Named {
  if (isLatin(name.firstName) || !random.chance(0.12)) return name;
  return { firstName: firstName(random, "en"), lastName: random.chance(0.5) ? name.lastName : "" };
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
    // All names of a person who has several, or of a family.
    [[...firstName.split(" "), ...lastName.split(" ")]
      .map(plainWord)
      .filter(Boolean)
      .join(random.pick(["", ".", "_"]))]: 7,
    [nickname(random)]: 13,
  });
  const tag = random.chance(0.01) ? `+${random.pick(["travel", "hotel", "booking"])}` : "";
  return `${local}${digitsOf(random)}${tag}@${domain}`;
}

/** Digits at the end, by their number, per thousand mailboxes; a third of four digits are a year. */
const trailing = { 0: 553, 1: 52, 2: 166, 3: 92, 4: 106, 5: 13, 6: 11, 7: 4, 8: 3 };

function digitsOf(random: Random): string {
  const count = Number(random.weighted(trailing as unknown as Record<string, number>));
  return count === 4 && random.chance(0.32) ? String(random.int(1950, 2012)) : random.digits(count);
}

const nicknames =
  "sun moon cat dog blue surf bike casa luna mar rock jazz king star wolf zen fado run".split(" ");

function nickname(random: Random): string {
  return random.pick(nicknames) + random.pick(["", ".", "_"]) + random.pick(nicknames);
}
