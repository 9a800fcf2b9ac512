/** People: legitimate bookers, and those whose identities are stolen. */
import { type Browser, browserOf, type ModelName } from "./browsers.ts";
import { countryCodes, countryOf } from "./countries.ts";
import { mailOf } from "./mail.ts";
import { familyName, hasOwnScript, personName } from "./names.ts";
import { phoneOf } from "./phones.ts";
import type { Random } from "./random.ts";

export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  /** Country of residence and of the card. */
  home: string;
  address: string;
  /** The merchant's identifier for the person, if it has one. */
  account: string;
}

export function personOf(random: Random, home: string): Person {
  const { tongue } = countryOf(home);
  // Some have a name from another language than that of their country.
  const roots = random.chance(0.08) ? countryOf(random.pick(countryCodes)).tongue : tongue;
  // Half write their name in its own script where it has one, as the form allows.
  const script = hasOwnScript(roots) && random.chance(0.5) ? "own" : "latin";
  const name = personName(random, roots, script);
  const phone = phoneOf(random, random.chance(0.09) ? random.pick(countryCodes) : home);
  return {
    ...(home === "ID" && random.chance(0.25) ? mononym(random, name) : asWritten(random, name)),
    email: mailOf(random, { ...name, phone }, home),
    phone,
    home,
    address: addressOf(random, home),
    account: `u-${random.digits(7)}`,
  };
}

/** A street and a number; some buildings have a name instead. */
function addressOf(random: Random, home: string): string {
  const street = familyName(random, countryOf(home).tongue);
  const named = random.chance(home === "GB" || home === "IE" ? 0.16 : 0.04);
  return named ? `${street} House` : `${street} ${random.int(1, 180)}`;
}

/** Many Indonesians have a single name: it stands in both fields, or a dot or dash in the other. */
function mononym(random: Random, { firstName }: Name): Name {
  const lastName = random.weighted({ same: 60, dot: 20, dash: 20 });
  return { firstName, lastName: { same: firstName, dot: ".", dash: "-" }[lastName] };
}

const ways = { plain: 895, lower: 60, upper: 30, initial: 8, brief: 5, odd: 4 };
type Name = Pick<Person, "firstName" | "lastName">;

/** A name as typed into a form, which often differs from the one in the passport. */
function asWritten(random: Random, name: Name): Name {
  const way = random.weighted(ways);
  return way === "plain" ? name : written[way](name, random);
}

const changed = ({ firstName, lastName }: Name, change: (text: string) => string): Name => ({
  firstName: change(firstName),
  lastName: change(lastName),
});

type Way = Exclude<keyof typeof ways, "plain">;
const written: Record<Way, (name: Name, random: Random) => Name> = {
  lower: (name) => changed(name, (text) => text.toLowerCase()),
  upper: (name) => changed(name, (text) => text.toUpperCase()),
  initial: (name) => ({ ...name, firstName: `${name.firstName[0]!}.` }),
  brief: (_, random) => ({
    firstName: random.pick(["Li", "Bo", "Al", "Jo", "Yu", "Ed"]),
    lastName: random.pick(["O", "Ng", "Wu", "Li", "Xu", "Sá", "Ek"]),
  }),
  odd: ({ firstName, lastName }, random) =>
    random.pick([
      // The same name in both fields: a mononym, or haste.
      { firstName, lastName: firstName },
      { firstName, lastName: `${lastName} 2` },
      { firstName: `${firstName} & ${random.pick(["Maria", "Peter", "Anna"])}`, lastName },
    ]),
};

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
