/** What a project's bookings earn and its mistakes cost, as entered and as stored. */
import { isCurrency } from "../../attempt/request/currency.ts";
import type { ValidationIssue } from "../../attempt/request/schema-reader.ts";
import type { Prices } from "./prices.ts";

/** Amounts are in the currency, of one booking. */
export interface MoneyTerms {
  /** ISO 4217; nothing is converted. */
  currency: string;
  /** The value of a booking whose amount is not sent, or is in another currency. */
  bookingValue: number;
  /** The same of a fraudulent booking; null: as much as of any. */
  fraudValue: number | null;
  /** Share of a booking's value that is earned with it. */
  marginPercent: number;
  /** What the bank charges for a chargeback. */
  chargebackFee: number;
  /** Share of a booking's value that is lost with a fraudulent one. */
  fraudLossPercent: number;
  /** Later revenue lost with a legitimate guest who was refused. */
  lifetimeValue: number;
}

export type TermName = keyof MoneyTerms;

export const termNames = [
  "currency",
  "bookingValue",
  "fraudValue",
  "marginPercent",
  "chargebackFee",
  "fraudLossPercent",
  "lifetimeValue",
] as const satisfies readonly TermName[];

const termLimits = { amount: 1_000_000_000, percent: 100 } as const;

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

/** Terms that were stored by earlier versions lack it. */
function optionalAmount(value: unknown): number | null {
  return value === null || value === undefined || value === "" ? null : amount(value);
}

const readers: { readonly [Name in TermName]: (value: unknown) => MoneyTerms[Name] } = {
  currency,
  bookingValue: amount,
  fraudValue: optionalAmount,
  marginPercent: percent,
  chargebackFee: amount,
  fraudLossPercent: percent,
  lifetimeValue: amount,
};

/** Reads one term, from text or from JSON; or why it is invalid. */
export function readTerm<Name extends TermName>(
  name: Name,
  value: unknown,
): { value: MoneyTerms[Name] } | { issue: string } {
  try {
    if (value === undefined && name !== "fraudValue") throw new Unreadable("is missing");
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

/** In the form in which bookings are evaluated. */
export function pricesOf(terms: MoneyTerms): Prices {
  const { currency, bookingValue, fraudValue, chargebackFee, lifetimeValue } = terms;
  return {
    currency,
    lifetimeValue,
    value: bookingValue,
    fraudValue: fraudValue ?? bookingValue,
    chargebackCost: chargebackFee,
    margin: terms.marginPercent / 100,
    fraudLoss: terms.fraudLossPercent / 100,
  };
}
