/** People: honest ones, and those whose names others use. */
import { type Browser, browserOf, type ModelName } from "./browsers.ts";
import { countryCodes, countryOf } from "./countries.ts";
import { familyName, personName, plainWord } from "./names.ts";
import type { Random } from "./random.ts";

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Where they live and pay. */
  home: string;
  address: string;
  /** The merchant's own identifier, where it has one of them. */
  account: string;
}

export function personOf(random: Random, home: string): Person {
  const { tongue } = countryOf(home);
  // Some live far from where their name comes from.
  const roots = random.chance(0.08) ? countryOf(random.pick(countryCodes)).tongue : tongue;
  const name = personName(random, roots);
  return {
    ...name,
    email: mailbox(random, name, random.pick(countryOf(home).mail)),
    phone: phoneOf(random, random.chance(0.05) ? random.pick(countryCodes) : home),
    home,
    address: `${familyName(random, tongue)} ${random.int(1, 180)}`,
    account: `u-${random.digits(7)}`,
  };
}

export function phoneOf(random: Random, home: string): string {
  return random.pick(countryOf(home).phones).replace(/#/g, () => random.digits(1));
}

export function mailbox(
  random: Random,
  { firstName, lastName }: { firstName: string; lastName: string },
  domain: string,
): string {
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
  const number = random.weighted({ "": 62, year: 18, two: 14, more: 6 });
  const digits = { "": "", year: String(random.int(1950, 2006)), two: random.digits(2) };
  return `${local}${number === "more" ? random.digits(random.int(3, 6)) : digits[number]}${tag}@${domain}`;
}

function nickname(random: Random): string {
  const word = () =>
    random.pick(
      "sun moon cat dog blue surf bike casa luna mar rock jazz king star wolf zen fado run".split(
        " ",
      ),
    );
  return word() + random.pick(["", ".", "_"]) + word();
}

export interface Customer {
  person: Person;
  browser: Browser;
}

export function customerOf(
  random: Random,
  home: string,
  models?: Readonly<Record<ModelName, number>>,
): Customer {
  return { person: personOf(random, home), browser: browserOf(random, home, models) };
}
