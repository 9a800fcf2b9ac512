/** Sightings: what of an attempt later ones are linked by, and the order they were opened in. */
import {
  type Identities,
  type LinkedKind,
  linkedKinds,
  type Moment,
  type Sighting,
} from "./velocity.ts";

/** What attempts are compared by that nobody is looked up by. */
export interface Traits {
  /** 32 bits or more of the city; null where it is not told. */
  city: number | null;
  /** 32 bits or more of what the browser looks like, which thousands share; null: not seen. */
  look: number | null;
  /** Days since 1970. */
  checkIn: number | null;
  checkOut: number | null;
}

export const noTraits: Traits = { city: null, look: null, checkIn: null, checkOut: null };

/** The attempt's sighting: 32 bits of each of its identities. */
export function sightingOf(identities: Identities, traits: Traits, { at, tie }: Moment): Sighting {
  const { city, look, checkIn, checkOut } = traits;
  const linked = {} as Sighting["linked"];
  const all: Partial<Record<LinkedKind, number | null>> = { ...identities, city, look };
  for (const kind of linkedKinds) {
    const identity = all[kind];
    linked[kind] = identity === undefined || identity === null ? null : identity | 0;
  }
  return { at, tie, checkIn, checkOut, linked };
}

/** Whether one attempt came before another, in the order in which they were opened. */
export function isBefore(a: Moment, b: Moment): boolean {
  return byOrder(a, b) < 0;
}

/** Below zero where the first came before the second, zero where they are one attempt. */
export function byOrder(a: Moment, b: Moment): number {
  return a.at - b.at || a.tie - b.tie;
}

/** Both in order, an attempt that is in both once. @param a is in order; `b` need not be. */
export function mergedInOrder(a: readonly Sighting[], b: readonly Sighting[]): Sighting[] {
  if (b.length === 0) return [...a];
  const rest = b.toSorted(byOrder);
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
