/** `/projects/:projectId/start`: how far the integration of a new project has come. */
import { Elysia } from "elysia";
import { isoTime } from "../../base/iso-time.ts";
import type { KeyKind } from "../../projects/keys.ts";
import { outcomes } from "../../risk/outcome.ts";
import type { ListedDecision } from "../../storage/port/search.ts";
import type { Store } from "../../storage/port/store.ts";
import type { Refusal } from "../admission/refusals.ts";
import type { RouteDeps } from "./deps.ts";
import { userGuard } from "./guards.ts";
import { ofProject } from "./schemas.ts";

export const startRoutes = (deps: RouteDeps) =>
  new Elysia({ prefix: "/projects/:projectId/start" })
    .use(userGuard(deps))
    .get("", ({ params }) => getStart(deps, params.projectId), { params: ofProject });

/** Collections and calls that are read. If there are as many, there may be more. */
const collectionsMax = 100;
const callsMax = 20;
/** How long a rejected request is shown, ms. */
const rejectionMs = 60 * 60_000;

export interface Start {
  /** The number of active keys. */
  keys: Record<KeyKind, number>;
  /** Null until the browser script has sent something. */
  script: ScriptSeen | null;
  /** Bookings that were scored at checkout, not imported; null until there is one. */
  calls: CallsSeen | null;
  /** The newest booking with a reported outcome. */
  reported: { decisionId: string; outcome: string } | null;
  /** Of the last hour, newest first, without those that a later success has settled. */
  refusals: Refused[];
}

export interface ScriptSeen {
  /** Of the first visit, ISO 8601; null where there are too many visits to find it. */
  firstAt: string | null;
  /** Of its page; null where the browser sent none. */
  origin: string | null;
}

export interface CallsSeen {
  /** Null where there are too many calls to find it. */
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
  /** The key did not say which project it was for: it may be another one's. */
  isAnybodys: boolean;
}

/**
 * What has arrived of a project so far, and what was rejected. The page asks every few seconds, so
 * each part reads a few rows only.
 */
async function getStart(deps: RouteDeps, projectId: string): Promise<Start> {
  const { store } = deps;
  const [keys, arrivals, calls, [reported]] = await Promise.all([
    store.keys.list(projectId),
    store.collections.arrivals(projectId, collectionsMax),
    store.search.list(projectId, { source: "api" }, null, callsMax),
    store.search.list(projectId, { source: "api", outcomes }, null, 1),
  ]);
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  const count = (kind: KeyKind) => active.filter((key) => key.kind === kind).length;
  const lastBatchAt = Math.max(0, ...arrivals.map(({ lastAt }) => lastAt));
  return {
    keys: { secret: count("secret"), publishable: count("publishable") },
    script: scriptSeen(arrivals),
    calls: await callsSeen(store, projectId, calls),
    reported: reported ? { decisionId: reported.id, outcome: reported.outcome! } : null,
    refusals: recentRefusals(deps, projectId, { batch: lastBatchAt, risk: calls[0]?.at ?? 0 }),
  };
}

type Arrivals = Awaited<ReturnType<Store["collections"]["arrivals"]>>;

function scriptSeen(arrivals: Arrivals): ScriptSeen | null {
  const [first] = arrivals.toSorted((a, b) => a.firstAt - b.firstAt);
  if (!first) return null;
  if (arrivals.length === collectionsMax) return { firstAt: null, origin: null };
  return { firstAt: isoTime(first.firstAt), origin: first.origin };
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

/** @param arrivedAt by endpoint, the last success, which shows that earlier faults are mended. */
function recentRefusals(
  { refusals, now }: RouteDeps,
  projectId: string,
  arrivedAt: Readonly<Record<string, number>>,
): Refused[] {
  const own = refusals.of(projectId).map((one) => ({ ...one, isAnybodys: false }));
  const unattributed = refusals.of(null).map((one) => ({ ...one, origin: null, isAnybodys: true }));
  const since = now() - rejectionMs;
  return [...own, ...unattributed]
    .filter(({ at, endpoint }) => at > since && at > (arrivedAt[endpoint] ?? 0))
    .sort((a, b) => b.at - a.at)
    .map(({ at, ...one }) => ({ ...one, at: isoTime(at) }));
}

const callOf = ({ id, at, riskScore, suggestedAction }: ListedDecision): Call => ({
  decisionId: id,
  at: isoTime(at),
  riskScore,
  suggestedAction,
});
