/**
 * Phone numbers by country: mostly mobile, some landlines, a few VoIP numbers and a few invalid ones.
 * phones.test.ts verifies them against libphonenumber.
 */
import { type CountryCode, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { countryCodes } from "./countries.ts";
import type { Random } from "./random.ts";

/** In a pattern `#` is any digit and `N` one from 2 to 9. */
interface Plan {
  mobile: readonly string[];
  fixed: readonly string[];
  /** VoIP; not every country has a dedicated range. */
  internet: readonly string[];
}

function plan(mobile: string, fixed: string, internet = ""): Plan {
  const patterns = (text: string) => text.split(" ").filter(Boolean);
  return { mobile: patterns(mobile), fixed: patterns(fixed), internet: patterns(internet) };
}

const plans: Readonly<Record<string, Plan>> = {
  PT: plan(
    "+35191####### +35192####### +35193####### +35196#######",
    "+35121####### +35122#######",
    "+35130#######",
  ),
  GB: plan(
    "+44741####### +44771####### +44773####### +44785####### +44796#######",
    "+44207####### +441612######",
    "+4456########",
  ),
  FR: plan(
    "+3361####### +3362####### +3366####### +3367####### +3378N######",
    "+331########",
    "+3397#######",
  ),
  ES: plan("+346########", "+3491####### +3493#######"),
  DE: plan(
    "+49151######## +49152######## +49160####### +49170####### +49176########",
    "+4930######## +4989########",
    "+4932#########",
  ),
  IT: plan(
    "+39347####### +39333####### +39328#######",
    "+3906######## +3902########",
    "+3955########",
  ),
  IE: plan("+35385####### +35386####### +35387#######", "+3531N######", "+35376#######"),
  BE: plan("+3247####### +3248####### +3249#######", "+322N######"),
  BR: plan("+55119N####### +55219N#######", "+55113#######"),
  NL: plan("+3161####### +3162####### +3164####### +3165#######", "+3120N######", "+3185#######"),
  US: plan(
    "+1212N###### +1415N###### +1305N###### +1312N###### +1617N###### +1702N######",
    "+1202N###### +1503N######",
  ),
  CH: plan("+4176####### +4178####### +4179#######", "+4144N######"),
  CN: plan("+86138######## +86139######## +86186########", "+8610N#######"),
  AT: plan("+43664####### +43660####### +43676#######", "+431N######", "+43720######"),
  SE: plan("+4670####### +4673####### +4676#######", "+468N######"),
  PL: plan("+48501###### +48601###### +48515###### +48790######", "+4822#######", "+4839#######"),
  IL: plan("+97250N###### +97252N###### +97254N######", "+9723N######", "+97277N######"),
  RU: plan("+7916####### +7903####### +7926#######", "+7495#######"),
  NO: plan("+4790###### +4741###### +4799######", "+4722######"),
  RO: plan("+40721###### +40740###### +40733###### +40766######", "+4021#######"),
  FI: plan("+35840####### +35850#######", "+3589N#####"),
  DK: plan("+4520N##### +4530N##### +4551N#####", "+4533N#####"),
  AU: plan("+61412###### +61433###### +61401######", "+6128#######"),
  AO: plan("+24492####### +24491#######", "+244222######"),
  LU: plan("+352621###### +352661###### +352691######", "+35226######", "+35220######"),
};

/** Elsewhere, numbers like the library's example of a mobile one. */
function planOf(home: string): Plan {
  const known = plans[home];
  if (known) return known;
  const example = getExampleNumber(home as CountryCode, examples)!.number;
  // Small countries have few ranges.
  const open = home === "IS" ? 4 : 5;
  const like = `${example.slice(0, -open)}${"#".repeat(open)}`;
  return { mobile: [like], fixed: [like], internet: [] };
}

/** The number that a person enters: mostly their own mobile number, occasionally a wrong one. */
export function phoneOf(random: Random, home: string): string {
  return phoneOfSort(
    random,
    home,
    random.weighted({ mobile: 934, fixed: 50, internet: 9, wrong: 7 }),
  );
}

/** A number rented to receive codes: concentrated in few countries, often without a SIM card. */
export function rentedPhone(random: Random): string {
  const home = random.chance(0.75)
    ? random.weighted({ US: 16, GB: 25, NL: 10, FR: 9, PL: 9, DE: 7, PT: 6, ID: 6 })
    : random.pick(countryCodes);
  return phoneOfSort(
    random,
    home,
    random.weighted({ mobile: 76, fixed: 4, internet: 13, wrong: 7 }),
  );
}

/** A number without its last three digits: the range of a company or of one batch of SIM cards. */
export function phoneRange(random: Random, home: string): string {
  return phoneOfSort(random, home, "mobile").slice(0, -3);
}

export const phoneInRange = (random: Random, range: string): string => range + random.digits(3);

/** A VoIP number. */
export const internetPhone = (random: Random, home: string): string =>
  phoneOfSort(random, home, "internet");

function phoneOfSort(random: Random, home: string, sort: keyof Plan | "wrong"): string {
  const { mobile, fixed, internet } = planOf(home);
  if (sort === "wrong") return mistyped(random, filled(random, random.pick(mobile)));
  const own = { mobile, fixed, internet }[sort];
  // Where the plan has no such range, such numbers look like landlines.
  return filled(random, random.pick(own.length > 0 ? own : fixed));
}

function filled(random: Random, pattern: string): string {
  return pattern.replace(/[#N]/g, (mark) => String(random.int(mark === "N" ? 2 : 0, 9)));
}

/** A digit too few or too many, or an invented one from a person who does not want to be called. */
function mistyped(random: Random, number: string): string {
  const way = random.weighted({ short: 40, long: 15, same: 20, counted: 25 });
  if (way === "short") return number.slice(0, -1);
  if (way === "long") return number.length < 15 ? number + random.digits(1) : number.slice(0, -2);
  const kept = number.slice(0, 4);
  const rest = number.length - kept.length;
  return kept + (way === "same" ? random.digits(1).repeat(rest) : "1234567890".slice(0, rest));
}
