/** Companies: a mail domain, an office with one or a few IP addresses, phone numbers of one range. */

import { countryOf } from "./countries.ts";
import { topLevel } from "./domains.ts";
import { neighbourIp, officeIp } from "./ip-addresses.ts";
import { guestCountry } from "./marginals.ts";
import { familyName, plainWord } from "./names.ts";
import { phoneRange } from "./phones.ts";
import { type Random, randomOf } from "./random.ts";

export interface Company {
  home: string;
  domain: string;
  /** An IP address of the office; some offices have several consecutive ones. */
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
