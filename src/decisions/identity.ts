/** Everything about one identity: the guest, device, card, address or phone of a decision. */
import { isoTime } from "../base/iso-time.ts";
import {
  type IdentityFigures,
  identityLimits,
  type LinkedIdentities,
  type LinkKind,
} from "../storage/port/search.ts";
import type { Store } from "../storage/port/store.ts";
import { identityValues } from "./identity-values.ts";

export interface IdentityPage extends Pick<IdentityFigures, "tallies"> {
  kind: LinkKind;
  /** As this decision has it; null without the permission to see guests' data. */
  value: string | null;
  /** How many decisions have it, counted up to `identityLimits.tallied`. */
  decisions: number;
  isCapped: boolean;
  /** ISO 8601. */
  firstAt: string;
  lastAt: string;
  /** What else these decisions have: of the newest `identityLimits.linked`. */
  linked: NamedIdentities[];
}

export interface NamedIdentities extends Pick<LinkedIdentities, "kind" | "values"> {
  most: NamedIdentity[];
}

/** Another identity, as one of the decisions with it has it. */
export interface NamedIdentity {
  decisionId: string;
  /** Null without the permission to see guests' data, and where it was removed. */
  value: string | null;
  /** How many of these decisions have it. */
  decisions: number;
}

/**
 * @param personal whether guests' data may be seen.
 * @returns null where the project has no such decision, or the decision has nothing of this kind.
 */
export async function identityPage(
  store: Pick<Store, "decisions" | "search">,
  of: { projectId: string; decisionId: string; kind: LinkKind },
  personal: boolean,
): Promise<IdentityPage | null> {
  const { projectId, decisionId, kind } = of;
  const identity = await store.search.identityOf(projectId, decisionId, kind);
  const found = identity && (await store.search.identity(projectId, identity, kind));
  if (!found) return null;
  const textOf = async (id: string, of: LinkKind): Promise<string | null> => {
    const record = personal ? await store.decisions.find(projectId, id) : null;
    return (record && identityValues(record)[of]) ?? null;
  };
  const named = async ({ kind, values, most }: LinkedIdentities): Promise<NamedIdentities> => ({
    kind,
    values,
    most: await Promise.all(
      most.map(async (one) => ({ ...one, value: await textOf(one.decisionId, kind) })),
    ),
  });
  const decisions = found.tallies.reduce((sum, { count }) => sum + count, 0);
  return {
    kind,
    value: await textOf(decisionId, kind),
    decisions,
    isCapped: decisions >= identityLimits.tallied,
    tallies: found.tallies,
    firstAt: isoTime(found.firstAt),
    lastAt: isoTime(found.lastAt),
    linked: await Promise.all(found.linked.map(named)),
  };
}
