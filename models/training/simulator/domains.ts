/** Mail domains that are not everybody's: of small firms, universities, thieves, and for minutes. */
import { countryOf } from "./countries.ts";
import { familyName, plainWord } from "./names.ts";
import { type Random, randomOf } from "./random.ts";

/** Mailboxes that anybody may read or that end in minutes; all of them are real and well known. */
export const disposableDomains: readonly string[] = [
  ..."mailinator.com guerrillamail.com yopmail.com 10minutemail.com temp-mail.org".split(" "),
  ..."sharklasers.com trashmail.com getnada.com dispostable.com maildrop.cc".split(" "),
  ..."grr.la mailnesia.com moakt.com tempail.com mytemp.email".split(" "),
  ..."fakeinbox.com throwawaymail.com mohmal.com emailondeck.com spamgourmet.com".split(" "),
];

const cities: Readonly<Record<string, readonly string[]>> = {
  PT: ["lisboa", "porto", "coimbra", "minho"],
  ES: ["sevilla", "granada", "madrid", "deusto"],
  GB: ["bath", "leeds", "kent", "york"],
  DE: ["mainz", "kassel", "ulm", "jena"],
};

/** A mail domain that is of `home` and that students and staff share. */
export function universityDomain(home: string, university: number): string {
  const city = (cities[home] ?? ["nord", "central", "tech", "city"])[university]!;
  if (home === "GB") return `st.${city}-uni.ac.uk`;
  return home === "US" ? `${city}state.edu` : `alunos.u-${city}.${home.toLowerCase()}`;
}

/** Where small domains are registered; cheap endings are bought by small shops and by thieves. */
export function topLevel(random: Random, home: string, cheap = 0.08): string {
  if (random.chance(cheap))
    return random.pick("info xyz online shop site store club top".split(" "));
  const own = home === "GB" ? "co.uk" : home === "US" ? "com" : home.toLowerCase();
  return random.chance(0.5) ? own : random.pick(["com", "com", "com", "net", "org", "eu"]);
}

/** Every mailbox of it arrives at its owner: a freelancer's, or a thief's for one campaign. */
export function catchAllDomain(seed: string): string {
  const random = randomOf(`catch-all/${seed}`);
  const home = random.pick(["US", "GB", "DE", "FR", "NL", "PT"]);
  const { tongue } = countryOf(home);
  const word = () => plainWord(familyName(random, tongue));
  const second = random.pick(["mail", "box", "post", "media", "web", "travel", "office", word()]);
  return `${word() || "nova"}${random.pick(["", "-"])}${second}.${topLevel(random, home, 0.3)}`;
}
