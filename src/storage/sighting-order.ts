/** The order of sightings: that in which the attempts were opened. */
import type { Sighting } from "./store.ts";

type Moment = Pick<Sighting, "at" | "tie">;

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
