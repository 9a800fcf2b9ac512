/**
 * Imports past attempts: each is decided as of its own time, by the same code and from the same
 * velocity data as a request at checkout, and stored as an import.
 */

import { isoTime } from "../base/iso-time.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import { byOrder } from "../storage/port/sighting.ts";
import type { Store } from "../storage/port/store.ts";
import { countedBefore } from "../storage/port/velocity.ts";
import {
  attemptDecider,
  type DecisionDeps,
  identitiesOfAttempt,
  type PendingAttempt,
} from "./decide.ts";
import type { Scorer } from "./features/scorer.ts";
import type { PastAttempt } from "./past-attempt.ts";
import { scoredKinds } from "./velocity/facts.ts";

export interface Imported {
  /** Decided and stored now. */
  added: number;
  /** Stored by an earlier run, so not decided again. */
  known: number;
}

/**
 * Creates the function that imports the next attempts of a project and resolves once they are on
 * disk. Attempts are passed oldest first, those of one millisecond in one call. Importing the same
 * attempts again changes nothing, also after an interruption: an identifier is derived from its
 * attempt, and an attempt is decided from those before it.
 *
 * @param deps `kiosks`: IDs of the project's kiosks as of now, whenever they were marked; absent: none.
 */
export function historyImporter(
  project: ProjectRecord,
  model: Scorer,
  deps: DecisionDeps & { kiosks?: readonly string[] },
) {
  const decide = attemptDecider(deps);
  const { kiosks = null } = deps;

  return async (attempts: readonly PastAttempt[]): Promise<Imported> => {
    const all = attempts
      .map((one): Past => ({ project, kiosks, model, source: "import", ...one }))
      .sort((a, b) => byOrder(a.order, b.order));
    const ids = all.map(({ order }) => order.id);
    const known = new Set(await deps.store.decisions.known(project.id, ids));
    const done = { added: 0, known: 0 };
    for (const group of concurrentGroups(all)) {
      const added: Promise<DecisionRecord | null>[] = [];
      const others: Past[] = [];
      const newest = new Map<number, Promise<unknown>>();
      for (const one of group) {
        const { id } = one.order; // The file may contain it twice.
        if (known.has(id)) others.push(one);
        else added.push(decideAfter(newest, one, decide));
        known.add(id);
      }
      await allOf(added);
      for (const one of others) await report(one, deps.store);
      done.added += added.length;
      done.known += others.length;
    }
    return done;
  };
}

type Past = PendingAttempt & PastAttempt;

/**
 * Decides an attempt once those before it are stored whose scores it counts, while others are being decided.
 * @param newest the newest attempt with each identity.
 */
function decideAfter(
  newest: Map<number, Promise<unknown>>,
  one: Past,
  decide: (one: Past) => Promise<DecisionRecord | null>,
): Promise<DecisionRecord | null> {
  const identities = identitiesOfAttempt(one);
  const scored = scoredKinds.flatMap((kind) => identities[kind] ?? []);
  const earlier = scored.flatMap((identity) => newest.get(identity) ?? []);
  const after = earlier.length > 0 ? Promise.all(earlier) : undefined;
  const decision = decide({ ...one, after, identities });
  for (const identity of scored) newest.set(identity, decision);
  return decision;
}

/** Like Promise.all, but waits for all of them, so that none continues after a failure. */
async function allOf(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
}

/**
 * Groups that can be decided concurrently: no outcome of a group was reported before a later
 * attempt of it, and all of a group count the same earlier days of their hotels.
 */
function* concurrentGroups(all: readonly Past[]): Generator<Past[]> {
  let group: Past[] = [];
  let reported = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const first = group[0] ?? one;
    const isNextDay = countedBefore(one.order.at) > countedBefore(first.order.at);
    if (one.order.at > reported || isNextDay) {
      yield group;
      group = [];
      reported = Number.POSITIVE_INFINITY;
    }
    group.push(one);
    reported = Math.min(reported, one.outcome?.reportedAt ?? reported);
  }
  yield group;
}

/** Reports the outcome of an attempt that is stored, where the outcome is new. */
async function report(one: Past, store: Store): Promise<void> {
  if (!one.outcome) return;
  const { outcome, reportedAt, isDated } = one.outcome;
  const { id: decisionId } = one.order;
  const { id: projectId } = one.project;
  const earlier = await store.outcomes.list(projectId, decisionId);
  const isKnown = earlier.some(
    (known) => known.outcome === outcome && (known.reportedAt === reportedAt || !isDated),
  );
  const isOlder = earlier.some((known) => known.reportedAt > reportedAt);
  if (isKnown || isOlder || earlier.at(-1)?.outcome === outcome) return;
  // With the attempt's own ID, all reports of a line would be one request, and only the first would count.
  const requestId = `history-${isoTime(reportedAt)}`;
  const more = { projectId, decisionId, requestId, keyId: null, occurredAt: null, note: null };
  await store.outcomes.report({ ...more, outcome, reportedAt });
}
