/** What of an attempt later ones are linked by. */
import { byOrder } from "../storage/sighting-order.ts";
import { type Identities, identityKinds, type Sighting } from "../storage/store.ts";

export function sightingOf(identities: Identities, at: number, tie: number): Sighting {
  const linked = {} as Sighting["linked"];
  for (const kind of identityKinds) {
    const identity = identities[kind];
    linked[kind] = identity === undefined ? null : identity | 0;
  }
  return { at, tie, linked };
}

/** Whether one attempt came before another, in the order in which they were opened. */
export function isBefore(a: { at: number; tie: number }, b: { at: number; tie: number }): boolean {
  return byOrder(a, b) < 0;
}
