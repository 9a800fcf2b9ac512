/** A project's decisions with known outcomes, by score, on which cutoffs are evaluated. */
import type { KnownByScore } from "../replay/cut-offs.ts";
import {
  isFraud,
  type KnownAs,
  knownAs,
  knownAsOf,
  type Maturity,
} from "../replay/outcome-known.ts";
import type { ScoreTally } from "../storage/search.ts";
import type { Store } from "../storage/store.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface Known extends KnownByScore {
  /** Decisions by what is known of their outcome. */
  outcomes: Record<KnownAs, number>;
  /** Denied decisions, and those of them with a known outcome. */
  denied: { decisions: number; known: number };
}

/**
 * Counts the decisions of a range by outcome, as a replay does. Maturity is determined to the
 * hour.
 */
export async function knownByScore(
  projectId: string,
  { from, to }: { from: number; to: number },
  maturity: Maturity,
  { search }: Pick<Store, "search">,
): Promise<Known> {
  const known: { fraud: number[]; other: number[] } & Known = {
    fraud: new Array(100).fill(0),
    other: new Array(100).fill(0),
    outcomes: Object.fromEntries(knownAs.map((name) => [name, 0])) as Known["outcomes"],
    denied: { decisions: 0, known: 0 },
  };
  const count = (tallies: readonly ScoreTally[], decidedAt: number) => {
    for (const { kind, riskScore, count } of tallies) {
      const report = kind.outcome === null ? undefined : { outcome: kind.outcome };
      const as = knownAsOf({ ...kind, decidedAt }, report, maturity);
      known.outcomes[as] += count;
      const fraud = isFraud(as);
      if (fraud !== null) known[fraud ? "fraud" : "other"][riskScore]! += count;
      if (kind.suggestedAction !== "deny") continue;
      known.denied.decisions += count;
      if (fraud !== null) known.denied.known += count;
    }
  };
  const { asOf, matureDays } = maturity;
  const hourMs = 60 * 60 * 1000;
  const turn = matureDays === null ? from : asOf - matureDays * dayMs;
  const cut = Math.min(to, Math.max(from, Math.floor(turn / hourMs) * hourMs));
  if (cut > from) count(await search.byScore(projectId, from, cut), cut - 1);
  if (to > cut) count(await search.byScore(projectId, cut, to), Number.MAX_SAFE_INTEGER);
  return known;
}
