/** Facts about a phone number from the numbering plans of libphonenumber. */
import { type CountryCode, Metadata, parsePhoneNumberFromString } from "libphonenumber-js/core";
import metadata from "libphonenumber-js/metadata.max.json";
import { memoizeRecent } from "./memoize.ts";

export interface PhoneFacts {
  /** Whether the country's numbering plan has such numbers; whether it is in use is not checked. */
  isValid: boolean;
  /** The number's own country, even where several share a calling code; null: unknown. */
  country: string | null;
  /** What such numbers are for; null where the plan does not say, or has no such numbers. */
  use: "mobile" | "fixed" | "special" | null;
}

/** Computed once per attempt, and from compiled plans where possible: parsing takes 30 µs. */
export const phoneFactsOf: (e164: string) => PhoneFacts = memoizeRecent(
  (e164) => fromPlans(e164.slice(1)) ?? parsed(e164),
);

/** In some countries, such as the United States, a number does not reveal its line type. */
const uses = {
  MOBILE: "mobile",
  FIXED_LINE: "fixed",
  FIXED_LINE_OR_MOBILE: null,
  VOIP: "special",
  PREMIUM_RATE: "special",
  SHARED_COST: "special",
  TOLL_FREE: "special",
  PERSONAL_NUMBER: "special",
  PAGER: "special",
  UAN: "special",
  VOICEMAIL: "special",
} as const;
type LineType = keyof typeof uses;

/** Exported for the test that compares both ways. */
export function parsed(e164: string): PhoneFacts {
  const number = parsePhoneNumberFromString(e164, metadata);
  const type = number?.getType();
  return {
    isValid: number?.isValid() ?? false,
    country: number?.country ?? null,
    use: type ? uses[type] : null,
  };
}

/** A country's numbering plan, compiled once; the library compiles it again for each number. */
interface Plan {
  country: string;
  leadingDigits: RegExp | null;
  national: RegExp;
  lines: readonly { type: LineType; pattern: RegExp; lengths: readonly number[] | null }[];
}

/** What the library's own functions read of a plan; its types declare only a part. */
interface ReadablePlan {
  leadingDigits(): string | undefined;
  nationalNumberPattern(): string;
  type(type: LineType): { pattern(): string; possibleLengths(): number[] | undefined } | undefined;
}

/** In the library's order: the first match is the number's type, except FIXED_LINE and MOBILE. */
const lineTypes = [
  "FIXED_LINE",
  "MOBILE",
  "PREMIUM_RATE",
  "TOLL_FREE",
  "SHARED_COST",
  "VOIP",
  "PERSONAL_NUMBER",
  "PAGER",
  "UAN",
  "VOICEMAIL",
] as const;

/** By calling code, the plans of its countries in the library's order; compiled when first used. */
const plans = new Map<string, readonly Plan[]>();

function plansOf(callingCode: string): readonly Plan[] | null {
  const known = plans.get(callingCode);
  if (known) return known;
  const codes: Partial<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes;
  const compiled = codes[callingCode]?.map(planOf);
  if (!compiled) return null;
  plans.set(callingCode, compiled);
  return compiled;
}

function planOf(country: CountryCode): Plan {
  const reader = new Metadata(metadata);
  reader.selectNumberingPlan(country);
  const plan = reader.numberingPlan as unknown as ReadablePlan;
  const leading = plan.leadingDigits();
  const lines = lineTypes.flatMap((type) => {
    const line = plan.type(type);
    const pattern = line?.pattern();
    if (!pattern) return []; // No numbers of that type, or the same as fixed lines.
    return [{ type, pattern: whole(pattern), lengths: line?.possibleLengths() ?? null }];
  });
  return {
    country,
    leadingDigits: leading ? new RegExp(`^(?:${leading})`) : null,
    national: whole(plan.nationalNumberPattern()),
    lines,
  };
}

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);

function lineTypeOf({ national, lines }: Plan, digits: string): LineType | null {
  if (!national.test(digits)) return null;
  const fits = (line: Plan["lines"][number]) =>
    (!line.lengths || line.lengths.includes(digits.length)) && line.pattern.test(digits);
  const first = lines.find(fits)?.type ?? null;
  if (first !== "FIXED_LINE") return first;
  const mobile = lines.find(({ type }) => type === "MOBILE");
  return !mobile || fits(mobile) ? "FIXED_LINE_OR_MOBILE" : "FIXED_LINE";
}

/** Null where no plan has the number as written: it may contain a trunk prefix. */
function fromPlans(digits: string): PhoneFacts | null {
  for (let length = 1; length <= 3; length++) {
    const sharing = plansOf(digits.slice(0, length));
    if (sharing) return amongPlans(sharing, digits.slice(length));
  }
  return null;
}

function amongPlans(sharing: readonly Plan[], digits: string): PhoneFacts | null {
  for (const plan of sharing) {
    if (sharing.length > 1 && plan.leadingDigits && !plan.leadingDigits.test(digits)) continue;
    const type = lineTypeOf(plan, digits);
    if (type) return { isValid: true, country: plan.country, use: uses[type] };
    if (plan.leadingDigits) return null;
  }
  return null;
}

/**
 * Length of the longest run of digits that each differ from the one before by `step`: with 0 the
 * same digit again, with 1 as in 123456, with -1 as in 654321.
 */
export function longestDigitRun(digits: string, step: 0 | 1 | -1): number {
  let longest = Math.min(1, digits.length);
  let run = 1;
  for (let i = 1; i < digits.length; i++) {
    run = digits.charCodeAt(i) - digits.charCodeAt(i - 1) === step ? run + 1 : 1;
    if (run > longest) longest = run;
  }
  return longest;
}
