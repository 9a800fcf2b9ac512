/** Companies: a mail domain, an office with one address or a few, numbers of one range. */
import { neighbourIp, officeIp } from "./addresses.ts";
import { countryOf } from "./countries.ts";
import { topLevel } from "./domains.ts";
import { guestCountry } from "./marginals.ts";
import { familyName, plainWord } from "./names.ts";
import { phoneRange } from "./phones.ts";
import { type Random, randomOf } from "./random.ts";

export interface Company {
  home: string;
  domain: string;
  /** The office's address; some have more than one in a row. */
  ip(random: Random): string;
  phones: string;
}

/** The same company for the same key. */
export function companyOf(key: string, at?: string): Company {
  const random = randomOf(`company/${key}`);
  const home = at ?? guestCountry(random, "corporate");
  const { tongue } = countryOf(home);
  const word = plainWord(familyName(random, tongue)) || "acme";
  const line = random.pick(["", "", "group", "tech", "partners", "bau", "energy", "consult"]);
  const domain = `${word}${line && random.pick(["-", ""])}${line}.${topLevel(random, home, 0.04)}`;
  const office = officeIp(random, home);
  const single = random.chance(0.7);
  return {
    home,
    domain,
    ip: (employee) => (single ? office : neighbourIp(employee, office)),
    phones: phoneRange(random, home),
  };
}
