/** Mail domains other than freemail: small companies, universities, catch-all and disposable ones. */
import { countryOf } from "./countries.ts";
import { familyName, plainWord } from "./names.ts";
import { type Random, randomOf } from "./random.ts";

/** Public or short-lived mailboxes; all are real, well-known services. */
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

/** The mail domain of a university in `home`, shared by students and staff. */
export function universityDomain(home: string, university: number): string {
  const city = (cities[home] ?? ["nord", "central", "tech", "city"])[university]!;
  if (home === "GB") return `st.${city}-uni.ac.uk`;
  return home === "US" ? `${city}state.edu` : `alunos.u-${city}.${home.toLowerCase()}`;
}

/** A top-level domain for a small domain; cheap ones are used by small businesses and by fraudsters. */
export function topLevel(random: Random, home: string, cheap = 0.08): string {
  if (random.chance(cheap))
    return random.pick("info xyz online shop site store club top".split(" "));
  const own = home === "GB" ? "co.uk" : home === "US" ? "com" : home.toLowerCase();
  return random.chance(0.5) ? own : random.pick(["com", "com", "com", "net", "org", "eu"]);
}

/** A catch-all domain: a freelancer's, or one that a fraudster uses for a single campaign. */
export function catchAllDomain(seed: string): string {
  const random = randomOf(`catch-all/${seed}`);
  const home = random.pick(["US", "GB", "DE", "FR", "NL", "PT"]);
  const { tongue } = countryOf(home);
  const word = () => plainWord(familyName(random, tongue));
  const second = random.pick(["mail", "box", "post", "media", "web", "travel", "office", word()]);
  return `${word() || "nova"}${random.pick(["", "-"])}${second}.${topLevel(random, home, 0.3)}`;
}
