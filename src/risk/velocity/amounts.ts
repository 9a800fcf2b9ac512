/** Amounts, as later attempts are compared with them: those of one currency, for a night. */
import type { RiskRequest } from "../../attempt/request/risk-request.ts";
import {
  currencyNumber,
  sizeBits,
  sizeMask,
  stepsPerDoubling,
} from "../../storage/port/amount-bits.ts";
import type { IndexedKind, Sighting, Sightings } from "../../storage/port/velocity.ts";

type Amount = NonNullable<RiskRequest["booking"]["totalAmount"]>;

/** The currency and the size of an amount in 32 bits; null where there is none, or nothing is to be paid. */
export function amountBits(amount: Amount | undefined): number | null {
  if (!amount || amount.value === 0) return null;
  const size = Math.round(Math.log2(amount.value) * stepsPerDoubling);
  return (currencyNumber(amount.currency) << sizeBits) | size;
}

/** The identities with whose earlier attempts an amount is compared. */
export const amountKinds = [
  "hotel",
  "email",
  "booker",
  "card",
] as const satisfies readonly IndexedKind[];
export type AmountKind = (typeof amountKinds)[number];

/** The amount for a night, against those of earlier attempts with one identity in the same currency. */
export interface ComparedAmount {
  /** Earlier attempts that it is compared with, of the newest that are read of 30 days; at least 1. */
  attempts: number;
  /** This amount divided by the geometric mean of theirs. */
  ratio: number;
  /** By how many standard deviations it is above their mean, by doublings; null for fewer than 3 attempts. */
  deviations: number | null;
}

/** By identity; null where the attempt has none, or there is nothing to compare with. */
export type AmountFacts = Record<AmountKind, ComparedAmount | null>;

const comparedMin = 3;
/** Amounts that hardly differ would make any other one an exception: an eighth of a doubling is 9 %. */
const deviationMin = stepsPerDoubling / 8;

/** @param current an attempt with an amount. */
export function amountFacts(current: Sighting, sightings: Sightings): AmountFacts {
  const own = nightlySize(current);
  const currency = current.amount! >>> sizeBits;
  const facts = {} as AmountFacts;
  for (const kind of amountKinds) {
    facts[kind] = own === null ? null : compared(own, currency, sightings[kind] ?? []);
  }
  return facts;
}

function compared(
  own: number,
  currency: number,
  earlier: readonly Sighting[],
): ComparedAmount | null {
  let attempts = 0;
  let sum = 0;
  let squares = 0;
  for (const one of earlier) {
    if (one.amount === null || one.amount >>> sizeBits !== currency) continue;
    const size = nightlySize(one);
    if (size === null) continue;
    attempts += 1;
    sum += size;
    squares += size * size;
  }
  if (attempts === 0) return null;
  const above = own - sum / attempts;
  const ratio = 2 ** (above / stepsPerDoubling);
  if (attempts < comparedMin) return { attempts, ratio, deviations: null };
  const variance = Math.max(0, squares - (sum * sum) / attempts) / (attempts - 1);
  const deviations = above / Math.max(deviationMin, Math.sqrt(variance));
  return { attempts, ratio, deviations };
}

/** Sizes of 1, 2, 3 … nights, as those of an amount. */
const nightSizes = Array.from({ length: 32 }, (_, night) => sizeOfNights(night + 1));

function sizeOfNights(nights: number): number {
  return Math.round(Math.log2(nights) * stepsPerDoubling);
}

/** The size of the amount for a night, a whole number; null for a stay of unknown length. */
function nightlySize({ amount, checkIn, checkOut }: Sighting): number | null {
  if (checkIn === null || checkOut === null || checkOut <= checkIn) return null;
  const nights = checkOut - checkIn;
  return (amount! & sizeMask) - (nightSizes[nights - 1] ?? sizeOfNights(nights));
}
