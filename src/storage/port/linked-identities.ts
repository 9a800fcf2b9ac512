/** Which other identities the decisions with an identity have, and how often: once for both databases. */
import { identityLimits, type LinkedIdentities, type LinkKind, linkKinds } from "./search.ts";
import type { Identities } from "./velocity.ts";

/** @param decisions newest first. @param own the kind of the identity that all of them have. */
export function linkedIdentities(
  decisions: readonly { decisionId: string; identities: Identities }[],
  own: LinkKind,
): LinkedIdentities[] {
  return linkKinds.flatMap((kind) => {
    if (kind === own) return [];
    const found = new Map<number, { decisions: number; decisionId: string }>();
    for (const { decisionId, identities } of decisions) {
      const identity = identities[kind];
      if (identity === undefined) continue;
      const known = found.get(identity);
      if (known) known.decisions++;
      else found.set(identity, { decisions: 1, decisionId });
    }
    if (found.size === 0) return [];
    // The sort is stable: of those in equally many, the newest is first.
    const most = [...found.values()].sort((a, b) => b.decisions - a.decisions);
    return [{ kind, values: found.size, most: most.slice(0, identityLimits.named) }];
  });
}
