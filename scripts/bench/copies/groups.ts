/**
 * How long it takes to open and to store a group of attempts, asked as a copy asks and with nothing else to
 * do: what the growth model needs of one attempt under its project's lock, and of one commit.
 */
import { readRiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { commit, decisionRecord, type PendingAttempt } from "../../../src/risk/decide.ts";
import { decisionOrders, movedTo } from "../../../src/risk/decision.ts";
import { featureVector } from "../../../src/risk/features/index.ts";
import type { Scorer } from "../../../src/risk/features/scorer.ts";
import { historyFacts } from "../../../src/risk/velocity/facts.ts";
import { identitiesOf, traitsOf } from "../../../src/risk/velocity/identities.ts";
import type { ProjectRecord } from "../../../src/storage/port/projects.ts";
import { sightingOf } from "../../../src/storage/port/sighting.ts";
import type { Store } from "../../../src/storage/port/store.ts";
import { velocityLimits } from "../../../src/storage/port/velocity.ts";
import { bookingBodies } from "../bookings.ts";
import { median } from "../median.ts";

/** Medians, ms, by the number of attempts in the group. */
export interface GroupTimes {
  size: number;
  openMs: number;
  storeMs: number;
}

/** The straight line through the times of the smallest and of the largest group. */
export interface Line {
  /** For one more in the group. */
  eachUs: number;
  /** For the group, however many are in it. */
  groupMs: number;
}

/** The largest is what the store opens at once. */
const sizes = [1, 16, 64] as const;
const warmUps = 5;

const scorer: Scorer = {
  name: "default",
  version: "bench",
  sha256: "0".repeat(64),
  baseRate: null,
  score: async () => 0.1,
};

/** Stores `decisionsOf(repeats)` decisions. */
export async function timeGroups(
  store: Store,
  project: ProjectRecord,
  repeats: number,
): Promise<GroupTimes[]> {
  const nextOrder = decisionOrders(Date.now);
  const body = bookingBodies();
  const next = () => arriving(project, nextOrder(), body());
  const times = sizes.map(() => ({ open: [] as number[], store: [] as number[] }));
  for (let i = -warmUps; i < repeats; i++) {
    for (const [n, size] of sizes.entries()) {
      const [open, stored] = await timeGroup(store, Array.from({ length: size }, next));
      if (i < 0) continue;
      times[n]!.open.push(open);
      times[n]!.store.push(stored);
    }
  }
  return sizes.map((size, n) => ({
    size,
    openMs: median(times[n]!.open),
    storeMs: median(times[n]!.store),
  }));
}

export function decisionsOf(repeats: number): number {
  return (repeats + warmUps) * sizes.reduce((sum, size) => sum + size, 0);
}

export function lineOf(times: readonly GroupTimes[], what: "openMs" | "storeMs"): Line {
  const [first, last] = [times[0]!, times.at(-1)!];
  const eachMs = (last[what] - first[what]) / (last.size - first.size);
  return { eachUs: eachMs * 1000, groupMs: first[what] - eachMs * first.size };
}

type Arriving = ReturnType<typeof arriving>;

function arriving(project: ProjectRecord, order: PendingAttempt["order"], body: string) {
  const reading = readRiskRequest(JSON.parse(body));
  if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
  const { request } = reading;
  const pending: PendingAttempt = {
    project,
    request,
    order,
    model: scorer,
    source: "api",
    collection: null,
    outcome: null,
  };
  const identities = identitiesOf(project.id, request, null);
  const sighting = sightingOf(identities, traitsOf(project.id, request, null), order);
  return { pending, open: { identities, sighting } };
}

/** @returns how long opening and storing took, ms. */
async function timeGroup(store: Store, group: readonly Arriving[]): Promise<[number, number]> {
  const start = performance.now();
  const opened = await Promise.all(group.map((one) => open(store, one)));
  const openedAt = performance.now();
  const decided = opened.map(decide);
  const decidedAt = performance.now();
  await Promise.all(decided.map(({ decision, rest }) => commit(store, decision, rest)));
  return [openedAt - start, performance.now() - decidedAt];
}

type Opened = Awaited<ReturnType<typeof open>>;

async function open({ shared }: Store, { pending, open }: Arriving) {
  const opened = await shared!.attempts.open({
    projectId: pending.project.id,
    decisionId: pending.order.id,
    idempotency: null,
    ...open,
    windowMs: velocityLimits.windowMs,
  });
  const { at, history } = opened!; // Null only with an idempotency key.
  const sighting = { ...open.sighting, at };
  return {
    pending: { ...pending, order: movedTo(pending.order, at) },
    open: { ...open, sighting },
    history: historyFacts(sighting, history),
  };
}

function decide({ pending, open, history }: Opened) {
  const { request, order } = pending;
  const attempt = { at: order.at, request, collection: null, network: null, history };
  const computed = { attempt, features: featureVector(attempt), modelProbability: 0.1 };
  return {
    decision: decisionRecord(pending, computed),
    rest: { attempt, open, pending, idempotency: null },
  };
}
