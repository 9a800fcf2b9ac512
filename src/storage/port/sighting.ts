/** Sightings: what links an attempt to later ones, and the order in which attempts were opened. */
import { type Identities, linkedKinds, type Moment, type Sighting } from "./velocity.ts";

/** What linked attempts are compared by, though it links none by itself. Stored as JSON. */
export interface Traits {
  /** 32 bits or more of the city; null if unknown. */
  city: number | null;
  /** The browser profile: 32 bits or more, shared by thousands; null without telemetry. */
  look: number | null;
  /** How the booker's family name begins: 32 bits or more; null if unknown. */
  surname: number | null;
  /** Days since 1970. */
  checkIn: number | null;
  checkOut: number | null;
  /** As `Sighting.amount`; absent where it was not sent. */
  amount?: number | null;
}

export const noTraits: Traits = {
  city: null,
  look: null,
  surname: null,
  checkIn: null,
  checkOut: null,
};

/** The sighting of an attempt that has no score yet: 32 bits of each of its identities. */
export function sightingOf(identities: Identities, traits: Traits, { at, tie }: Moment): Sighting {
  const { city, look, surname, checkIn, checkOut, amount = null } = traits;
  // Written out: a loop over the kinds takes several times as long.
  const linked: Sighting["linked"] = {
    email: bits32(identities.email),
    phone: bits32(identities.phone),
    booker: bits32(identities.booker),
    name: bits32(identities.name),
    device: bits32(identities.device),
    ip: bits32(identities.ip),
    network: bits32(identities.network),
    domain: bits32(identities.domain),
    hotel: bits32(identities.hotel),
    collection: bits32(identities.collection),
    city: bits32(city),
    look: bits32(look),
    surname: bits32(surname),
  };
  const card = bits32(identities.card);
  return { at, tie, checkIn, checkOut, linked, card, amount, score: null };
}

/**
 * A moment, a stay, what links attempts, in the order of `linkedKinds`, the card and the amount, which an
 * attempt without both may lack, and the score, which what is stored without one lacks.
 */
export type SightingValues = (number | null)[];

/** Values before the card and the amount, or before the score where there are none of these. */
const linkedEnd = 4 + linkedKinds.length;

/** Written out: a loop over the kinds takes several times as long. */
export function toSighting(values: SightingValues): Sighting {
  const isPaid = values.length > linkedEnd + 1;
  return {
    at: values[0]!,
    tie: values[1]!,
    checkIn: values[2]!,
    checkOut: values[3]!,
    linked: {
      email: values[4]!,
      phone: values[5]!,
      booker: values[6]!,
      name: values[7]!,
      device: values[8]!,
      ip: values[9]!,
      network: values[10]!,
      domain: values[11]!,
      hotel: values[12]!,
      collection: values[13]!,
      city: values[14]!,
      look: values[15]!,
      surname: values[16]!,
    },
    card: isPaid ? values[linkedEnd]! : null,
    amount: isPaid ? values[linkedEnd + 1]! : null,
    score: values[isPaid ? linkedEnd + 2 : linkedEnd] ?? null,
  };
}

/** The 32 bits of an identity or a trait that a sighting has; null where it is absent. */
export function bits32(identity: number | null | undefined): number | null {
  return identity === undefined || identity === null ? null : identity | 0;
}

/** Whether one attempt came before another, in the order in which they were opened. */
export function isBefore(a: Moment, b: Moment): boolean {
  return byOrder(a, b) < 0;
}

/** Negative if the first came before the second, zero if they are the same attempt. */
export function byOrder(a: Moment, b: Moment): number {
  return a.at - b.at || a.tie - b.tie;
}

/** Merges two lists in order; an attempt in both appears once. @param a in order; `b` in any. */
export function mergedInOrder(a: readonly Sighting[], b: readonly Sighting[]): Sighting[] {
  if (b.length === 0) return [...a];
  const rest = b.length === 1 ? b : b.toSorted(byOrder);
  // The most common case: what is in flight began after all that is stored.
  if (a.length === 0 || byOrder(a.at(-1)!, rest[0]!) < 0) return a.concat(rest);
  const merged: Sighting[] = [];
  let next = 0;
  for (const sighting of a) {
    while (next < rest.length && byOrder(rest[next]!, sighting) < 0) merged.push(rest[next++]!);
    if (next < rest.length && byOrder(rest[next]!, sighting) === 0) next++;
    merged.push(sighting);
  }
  while (next < rest.length) merged.push(rest[next++]!);
  return merged;
}
