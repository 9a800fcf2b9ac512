/** What a project's bookings earn and its mistakes cost, as entered and as stored. */
import type { CutOffPrices } from "../replay/cut-offs.ts";
import { isCurrency } from "../request/currency.ts";
import type { ValidationIssue } from "../request/schema-reader.ts";

/** Amounts are in the currency, of one booking. */
export interface MoneyTerms {
  /** ISO 4217; nothing is converted. */
  currency: string;
  bookingValue: number;
  /** Share of a booking's value that is earned with it. */
  marginPercent: number;
  /** What the bank charges for a chargeback. */
  chargebackFee: number;
  /** Share of a booking's value that is lost with a fraudulent one. */
  fraudLossPercent: number;
  /** Later revenue lost with a legitimate guest who was refused. */
  lifetimeValue: number;
  /**
   * Days without a report after which a booking counted as legitimate; null: it never did. Stored by
   * earlier versions, and without effect since the delay of the reports is estimated.
   */
  matureDays: number | null;
}

export type TermName = keyof MoneyTerms;

/** The defaults of `model replay`, as an example and not as a basis for decisions. */
export const exampleTerms: MoneyTerms = {
  currency: "EUR",
  bookingValue: 300,
  marginPercent: 15,
  chargebackFee: 25,
  fraudLossPercent: 100,
  lifetimeValue: 0,
  matureDays: 60,
};

export const termNames = Object.keys(exampleTerms) as TermName[];

export const termLimits = { amount: 1_000_000_000, percent: 100, matureDays: 3650 } as const;
/** The text for `matureDays: null`. */
export const never = "never";

class Unreadable extends Error {}

/** A decimal number with a point; no exponent, sign or thousands separators. */
const decimal = /^\d{1,12}(\.\d{0,9})?$/;

const numberUpTo = (max: number) => (value: unknown) => {
  const text = typeof value === "number" ? String(value) : value;
  const isDecimal = typeof text === "string" && decimal.test(text.trim());
  if (isDecimal && Number(text) <= max) return Number(text);
  throw new Unreadable(`must be a number from 0 to ${max.toLocaleString("en")}, such as 12.5`);
};
const amount = numberUpTo(termLimits.amount);
const percent = numberUpTo(termLimits.percent);

function currency(value: unknown): string {
  const code = typeof value === "string" && value.length <= 10 ? value.trim().toUpperCase() : "";
  if (isCurrency(code)) return code;
  throw new Unreadable("must be a code of ISO 4217, such as EUR");
}

function matureDays(value: unknown): number | null {
  if (value === null || value === never) return null;
  const text = typeof value === "number" ? String(value) : typeof value === "string" ? value : "";
  const days = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= termLimits.matureDays) return days;
  const max = termLimits.matureDays.toLocaleString("en");
  throw new Unreadable(`must be a whole number of days from 1 to ${max}, or ${never}`);
}

const readers: { readonly [Name in TermName]: (value: unknown) => MoneyTerms[Name] } = {
  currency,
  bookingValue: amount,
  marginPercent: percent,
  chargebackFee: amount,
  fraudLossPercent: percent,
  lifetimeValue: amount,
  matureDays,
};

/** Reads one term, from text or from JSON; or why it is invalid. */
export function readTerm<Name extends TermName>(
  name: Name,
  value: unknown,
): { value: MoneyTerms[Name] } | { issue: string } {
  try {
    if (value === undefined) throw new Unreadable("is missing");
    return { value: readers[name](value) };
  } catch (error) {
    if (error instanceof Unreadable) return { issue: error.message };
    throw error;
  }
}

/** Reads all terms, or returns every issue. Other fields are ignored. */
export function readTerms(
  fields: Readonly<Record<string, unknown>>,
): { terms: MoneyTerms } | { issues: ValidationIssue[] } {
  const issues: ValidationIssue[] = [];
  const terms: Record<string, unknown> = {};
  for (const name of termNames) {
    const read = readTerm(name, Object.hasOwn(fields, name) ? fields[name] : undefined);
    if ("issue" in read) issues.push({ pointer: `/${name}`, message: read.issue });
    else terms[name] = read.value;
  }
  return issues.length > 0 ? { issues } : { terms: terms as unknown as MoneyTerms };
}

/** Reads stored terms; null where there are none, or a form that this version cannot read. */
export function storedTerms(json: string | null): MoneyTerms | null {
  if (json === null) return null;
  try {
    const read = readTerms(JSON.parse(json));
    return "terms" in read ? read.terms : null;
  } catch {
    return null;
  }
}

/** In the form in which cutoffs are evaluated. */
export function pricesOf(terms: MoneyTerms): CutOffPrices {
  const { currency, bookingValue, chargebackFee, lifetimeValue } = terms;
  return {
    currency,
    lifetimeValue,
    value: bookingValue,
    chargebackCost: chargebackFee,
    margin: terms.marginPercent / 100,
    fraudLoss: terms.fraudLossPercent / 100,
  };
}
