/**
 * What has arrived of a project so far, and what was refused. Asked for every few seconds, so each
 * part looks at a few rows only: of a project that is past its start, the first arrival is not told.
 */
import type { Refusal } from "../../http/refusals.ts";
import type { KeyKind } from "../../projects/keys.ts";
import { outcomes } from "../../risk/outcome.ts";
import type { ListedDecision } from "../../storage/search.ts";
import type { Store } from "../../storage/store.ts";
import type { Parts } from "../parts.ts";

/** Collections and calls that are looked at. With as many, there may be more. */
const collectionsMax = 100;
const callsMax = 20;
/** How long a refusal is worth showing, ms. */
const refusalMs = 60 * 60_000;

export interface Start {
  /** How many are in use. */
  keys: Record<KeyKind, number>;
  /** The browser script at work; null: not yet. */
  script: ScriptSeen | null;
  /** Bookings that were scored at checkout, not brought in afterwards; null: none yet. */
  calls: CallsSeen | null;
  /** The newest booking of which an outcome was reported. */
  reported: { decisionId: string; outcome: string } | null;
  /** The last hour's, newest first; what was mended since, by an arrival, is left out. */
  refusals: Refused[];
}

export interface ScriptSeen {
  /** Of the first visit, ISO 8601; null where there have been too many to tell. */
  firstAt: string | null;
  /** Of its page; null where the browser told none. */
  origin: string | null;
}

export interface CallsSeen {
  /** Null where there have been too many to tell. */
  first: Call | null;
  newest: Call;
  /** What the newest call's `collectionId` led to: a visit, nothing, or it had none. */
  collection: "seen" | "unknown" | "none";
}

export interface Call {
  decisionId: string;
  /** ISO 8601 */
  at: string;
  riskScore: number;
  suggestedAction: string;
}

export interface Refused extends Omit<Refusal, "at"> {
  /** ISO 8601 */
  at: string;
  /** The key told no project: it may be a call of another one. */
  isAnybodys: boolean;
}

export async function lookAtStart(parts: Parts, projectId: string): Promise<Start> {
  const { store } = parts;
  const [keys, arrivals, calls, reported] = await Promise.all([
    store.keys.list(projectId),
    store.collections.arrivals(projectId, collectionsMax),
    store.search.list(projectId, { source: "api" }, null, callsMax),
    store.search.list(projectId, { source: "api", outcomes }, null, 1),
  ]);
  const inUse = keys.filter(({ revokedAt }) => revokedAt === null);
  const count = (kind: KeyKind) => inUse.filter((key) => key.kind === kind).length;
  const [told] = reported;
  const lastBatchAt = Math.max(0, ...arrivals.map(({ lastAt }) => lastAt));
  return {
    keys: { secret: count("secret"), publishable: count("publishable") },
    script: scriptSeen(arrivals),
    calls: await callsSeen(store, projectId, calls),
    reported: told ? { decisionId: told.id, outcome: told.outcome! } : null,
    refusals: refusedLately(parts, projectId, { batch: lastBatchAt, risk: calls[0]?.at ?? 0 }),
  };
}

type Arrivals = Awaited<ReturnType<Store["collections"]["arrivals"]>>;

function scriptSeen(arrivals: Arrivals): ScriptSeen | null {
  const [first] = arrivals.toSorted((a, b) => a.firstAt - b.firstAt);
  if (!first) return null;
  if (arrivals.length === collectionsMax) return { firstAt: null, origin: null };
  return { firstAt: iso(first.firstAt), origin: first.origin };
}

async function callsSeen(
  { search }: Store,
  projectId: string,
  calls: readonly ListedDecision[],
): Promise<CallsSeen | null> {
  const [newest] = calls;
  const oldest = calls.at(-1);
  if (!newest || !oldest) return null;
  const { at, tie, collectionId } = newest;
  const seen = await search.list(projectId, { moment: { at, tie }, seen: true }, null, 1);
  return {
    first: calls.length < callsMax ? callOf(oldest) : null,
    newest: callOf(newest),
    collection: seen.length > 0 ? "seen" : collectionId === null ? "none" : "unknown",
  };
}

/** @param arrivedAt by endpoint the last success, which shows that what was wrong before is mended. */
function refusedLately(
  { refusals, now }: Parts,
  projectId: string,
  arrivedAt: Readonly<Record<string, number>>,
): Refused[] {
  const own = refusals.of(projectId).map((one) => ({ ...one, isAnybodys: false }));
  const anybodys = refusals.of(null).map((one) => ({ ...one, origin: null, isAnybodys: true }));
  const since = now() - refusalMs;
  return [...own, ...anybodys]
    .filter(({ at, endpoint }) => at > since && at > (arrivedAt[endpoint] ?? 0))
    .sort((a, b) => b.at - a.at)
    .map(({ at, ...one }) => ({ ...one, at: iso(at) }));
}

const callOf = ({ id, at, riskScore, suggestedAction }: ListedDecision): Call => ({
  ...{ decisionId: id, at: iso(at), riskScore, suggestedAction },
});

const iso = (ms: number) => new Date(ms).toISOString();
