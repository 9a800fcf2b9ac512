import type { CollectionFacts } from "../../../attempt/telemetry/summary.ts";
import { isoTime } from "../../../base/iso-time.ts";
import { timeSlice } from "../../../model/reasons/time-slice.ts";
import { isAllowed } from "../../../projects/accounts/permissions.ts";
import { recomputed } from "../../../risk/recompute.ts";
import type { BatchRecord } from "../../../storage/port/collections.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";
import type { RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";
import { type DecisionParams, getDecision } from "./get-decision.ts";
import { type KeptBatch, type Timeline, TimelineMaker } from "./timeline.ts";

/** Characters of batches that are read; honest visits have a hundredth of it. */
export const charactersMax = 8_000_000;

export interface Journey extends Timeline {
  /**
   * `events`: some are stored. `deleted`: their retention has ended, or an import had none; only
   * the facts are left. `unknown`: no batch was received for the `collectionId` that was sent.
   * `none`: no `collectionId` was sent.
   */
  state: "events" | "deleted" | "unknown" | "none";
  collectionId: string | null;
  /** When the visit began, by the browser's clock; ISO 8601, UTC. */
  startedAt: string | null;
  /** The decision's time in ms since then, by the same clock; null where it is unknown. */
  decidedAtMs: number | null;
  /** Batches that are stored and came before the decision; those that counted for it. */
  batches: { kept: number; counted: number | null; missing: number };
  /** What was known when it was decided; null without telemetry. */
  facts: JourneyFacts | null;
}

const factNames = [
  "consent",
  "landingPath",
  "referrerHost",
  "pages",
  "fieldVisits",
  "focusMs",
  "keys",
  "corrections",
  "pastes",
  "autofills",
  "clicks",
  "touches",
  "scrolls",
  "hides",
  "hiddenMs",
  "submits",
  "impossibleEvents",
  "impossible",
] as const satisfies readonly (keyof CollectionFacts)[];

export type JourneyFacts = Pick<CollectionFacts, (typeof factNames)[number]>;

/**
 * The visit that led to the decision, from what its browser sent. Paths of pages may hold a guest's
 * data, such as a booking's number, so without permission for those they are withheld.
 */
export async function getJourney(
  deps: RouteDeps,
  { grants }: Pick<UserCaller, "grants">,
  params: DecisionParams,
): Promise<Journey> {
  const journey = await wholeJourney(deps, params);
  if (isAllowed(grants, "guest.read", params.projectId)) return journey;
  return {
    ...journey,
    pages: journey.pages.map((page) => ({ ...page, path: null })),
    facts: journey.facts && { ...journey.facts, landingPath: null },
  };
}

async function wholeJourney({ store }: RouteDeps, params: DecisionParams): Promise<Journey> {
  const record = await getDecision(store, params);
  const { collection } = recomputed(record).attempt;
  const { projectId, collectionId } = record;
  const batches = collectionId ? await store.collections.batches(projectId, collectionId) : [];
  const { kept, timeline } = await timelineOf(batches, record);
  const startedAt = collection?.startedAt ?? null;
  return {
    ...timeline,
    state: stateOf(record, collection, kept),
    collectionId,
    startedAt: isoTime(startedAt),
    decidedAtMs: startedAt === null ? null : elapsedMs(record, startedAt, collection),
    batches: {
      kept,
      counted: collection?.batches ?? null,
      missing: collection?.missing?.length ?? 0,
    },
    facts: collection && factsOf(collection),
  };
}

function stateOf(
  { collectionId }: DecisionRecord,
  collection: CollectionFacts | null,
  kept: number,
): Journey["state"] {
  if (collection) return kept > 0 ? "events" : "deleted";
  return collectionId === null ? "none" : "unknown";
}

/** Corrects for the difference between the server's clock and the browser's. */
function elapsedMs(
  { decidedAt }: DecisionRecord,
  startedAt: number,
  collection: CollectionFacts | null,
): number {
  return Math.max(0, decidedAt - startedAt - (collection?.clockOffsetMs ?? 0));
}

function factsOf(collection: CollectionFacts): JourneyFacts {
  return Object.fromEntries(
    factNames.map((name) => [name, collection[name] ?? null]),
  ) as unknown as JourneyFacts;
}

/** @returns the timeline, and how many batches of it came before the decision. */
export async function timelineOf(
  batches: readonly Pick<BatchRecord, "body" | "receivedAt">[],
  { decidedAt }: Pick<DecisionRecord, "decidedAt">,
): Promise<{ kept: number; timeline: Timeline }> {
  const maker = new TimelineMaker();
  const yieldNow = timeSlice();
  let kept = 0;
  let characters = 0;
  for (const { body, receivedAt } of batches) {
    characters += body.length;
    if (characters > charactersMax) break;
    const isLater = receivedAt > decidedAt;
    if (!isLater) kept += 1;
    maker.add(JSON.parse(body) as KeptBatch, isLater);
    await yieldNow();
  }
  return { kept, timeline: maker.timeline() };
}
