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

/** The commit of an attempt reads them again, after some of the concurrent attempts. */
const rememberedNumbers = 32;

/** Computed once per attempt, and from compiled plans where possible: parsing takes 40 µs. */
export const phoneFactsOf: (e164: string) => PhoneFacts = memoizeRecent(
  rememberedNumbers,
  (e164) => fromPlans(e164) ?? parsed(e164),
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
  lines: readonly Line[];
  /** Undefined where the plan says that mobile numbers are those of fixed lines. */
  mobile: Line | undefined;
}

interface Line {
  type: LineType;
  pattern: RegExp;
  lengths: readonly number[] | null;
}

/** The countries of one calling code. */
interface Sharing {
  /** In the library's order: the first one is the main country, whose plan holds where none fits. */
  plans: readonly [Plan, ...Plan[]];
  /** What is dialled before a number within the country: 0 in many, 1 in the United States. */
  nationalPrefix: RegExp | null;
}

/** What the library's own functions read of a plan; its types declare only a part. */
interface ReadablePlan {
  leadingDigits(): string | undefined;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
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

/** By calling code, compiled when first used. */
const plans = new Map<string, Sharing>();

function plansOf(callingCode: string): Sharing | null {
  const known = plans.get(callingCode);
  if (known) return known;
  const codes: Partial<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes;
  const [main, ...others] = codes[callingCode] ?? [];
  if (main === undefined) return null;
  const prefix = readablePlan(main).nationalPrefixForParsing();
  const compiled: Sharing = {
    plans: [planOf(main), ...others.map(planOf)],
    nationalPrefix: prefix ? begins(prefix) : null,
  };
  plans.set(callingCode, compiled);
  return compiled;
}

function readablePlan(country: CountryCode): ReadablePlan {
  const reader = new Metadata(metadata);
  reader.selectNumberingPlan(country);
  return reader.numberingPlan as unknown as ReadablePlan;
}

function planOf(country: CountryCode): Plan {
  const plan = readablePlan(country);
  const leading = plan.leadingDigits();
  const lines = lineTypes.flatMap((type) => {
    const line = plan.type(type);
    const pattern = line?.pattern();
    if (!pattern) return []; // No numbers of that type, or the same as fixed lines.
    return [{ type, pattern: whole(pattern), lengths: line?.possibleLengths() ?? null }];
  });
  return {
    country,
    leadingDigits: leading ? begins(leading) : null,
    national: whole(plan.nationalNumberPattern()),
    lines,
    mobile: lines.find(({ type }) => type === "MOBILE"),
  };
}

const begins = (pattern: string) => new RegExp(`^(?:${pattern})`);
const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);

function lineTypeOf({ national, lines, mobile }: Plan, digits: string): LineType | null {
  if (!national.test(digits)) return null;
  for (const line of lines) {
    if (!fits(line, digits)) continue;
    if (line.type !== "FIXED_LINE") return line.type;
    return !mobile || fits(mobile, digits) ? "FIXED_LINE_OR_MOBILE" : "FIXED_LINE";
  }
  return null;
}

function fits({ lengths, pattern }: Line, digits: string): boolean {
  return (lengths === null || lengths.includes(digits.length)) && pattern.test(digits);
}

/** Null where the plans alone do not tell: the number may contain a national prefix. */
function fromPlans(e164: string): PhoneFacts | null {
  for (let length = 1; length <= 3; length++) {
    const sharing = plansOf(e164.slice(1, 1 + length));
    if (!sharing) continue;
    const digits = e164.slice(1 + length);
    return (
      amongPlans(sharing.plans, digits) ?? (onlyDigits.test(e164) ? invalid(sharing, digits) : null)
    );
  }
  return null;
}

const onlyDigits = /^\+\d{3,15}$/;

function amongPlans(sharing: Sharing["plans"], digits: string): PhoneFacts | null {
  for (const plan of sharing) {
    if (sharing.length > 1 && plan.leadingDigits && !plan.leadingDigits.test(digits)) continue;
    const type = lineTypeOf(plan, digits);
    if (type) return { isValid: true, country: plan.country, use: uses[type] };
    if (plan.leadingDigits) return null;
  }
  return null;
}

/**
 * Facts of a number that no plan has as written, by the rules of the library: numbers are invented
 * and mistyped, and parsing such a one takes 40 µs. Null where it begins with a national prefix, or
 * is too short.
 */
function invalid({ plans: sharing, nationalPrefix }: Sharing, digits: string): PhoneFacts | null {
  if (digits.length < nationalDigitsMin) return null;
  if (nationalPrefix?.exec(digits)?.some(Boolean)) return null;
  const [main] = sharing;
  if (sharing.length === 1) return { isValid: false, country: main.country, use: null };
  const own = sharing.find((plan) => isOf(plan, digits));
  const type = lineTypeOf(own ?? main, digits);
  return { isValid: type !== null, country: own?.country ?? null, use: type && uses[type] };
}

const nationalDigitsMin = 2;

/** Where several countries share a calling code. */
function isOf(plan: Plan, digits: string): boolean {
  return plan.leadingDigits ? plan.leadingDigits.test(digits) : lineTypeOf(plan, digits) !== null;
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
