/**
 * The run: stored decisions in the order of their time, their features computed again, scored by
 * the candidate, counted. Reading, computing and scoring overlap; what is counted does not depend
 * on how.
 */

import { featureNames } from "../features/index.ts";
import { featureSetNames } from "../risk/feature-sets.ts";
import { isWithin, type Period, startOf } from "../risk/period.ts";
import { riskScoreOf } from "../risk/score.ts";
import type { Scorer } from "../scorer.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { OutcomeRecord } from "../storage/outcomes.ts";
import type { Store } from "../storage/store.ts";
import type { Scored, Undecided } from "./compared.ts";
import { isFraud, knownAsOf, type Maturity } from "./outcome-known.ts";
import type { RecomputedPage, StoredInput } from "./recompute-page.ts";
import { addCompared, addLeftOut, type Tally } from "./tally.ts";

export interface Asked {
  /** One after the other. */
  projectIds: readonly string[];
  period: Period;
  maturity: Maturity;
}

export interface Means {
  store: Store;
  candidate: Pick<Scorer, "score">;
  /** Computes features again, here or in other threads. */
  recompute(
    rows: StoredInput[],
    namesOf: Readonly<Record<string, readonly string[]>>,
  ): Promise<RecomputedPage>;
  /** Pages that may be at work at once. */
  pagesAtOnce: number;
  /** What a booking is worth. */
  bookingValue(decisionId: string): number;
  /** Is told after each page; where it fails, so does the replay. */
  done(progress: Progress): void | Promise<void>;
}

/** As far as a replay has come: with it, it goes on as if it had not been interrupted. */
export interface Progress {
  /** The place of the project that is under way. */
  project: number;
  /** Its last decision that is counted; "" before the first. */
  lastId: string;
  tally: Tally;
}

/** Decisions that are read, computed and scored together. */
const pageRows = 512;

/** Goes on from `progress`, which it changes, to the period's end. */
export async function replay(asked: Asked, means: Means, progress: Progress): Promise<void> {
  while (progress.project < asked.projectIds.length) {
    await replayProject(asked.projectIds[progress.project]!, asked, means, progress);
    progress.project += 1;
    progress.lastId = "";
  }
}

async function replayProject(
  projectId: string,
  asked: Asked,
  means: Means,
  progress: Progress,
): Promise<void> {
  const waiting: Promise<Page>[] = [];
  for await (const { page } of pagesOf(projectId, asked, means, progress.lastId)) {
    page.catch(() => {}); // It is told when its turn comes.
    waiting.push(page);
    if (waiting.length >= means.pagesAtOnce) await take(waiting.shift()!, asked, means, progress);
  }
  for (const page of waiting) await take(page, asked, means, progress);
}

interface Page {
  records: DecisionRecord[];
  newest: ReadonlyMap<string, OutcomeRecord>;
  recomputed: RecomputedPage;
}

async function* pagesOf(
  projectId: string,
  { period }: Asked,
  { store, recompute }: Means,
  lastId: string,
): AsyncGenerator<{ page: Promise<Page> }> {
  const namesOf: Record<string, readonly string[]> = {};
  let last = lastId || startOf(period);
  for (;;) {
    const read = await store.decisions.after(projectId, last, pageRows);
    const records = read.filter(({ id }) => isWithin(id, period));
    if (records.length === 0) return;
    const first = records[0]!.id;
    last = records.at(-1)!.id;
    for (const { featureSet } of records) {
      namesOf[featureSet] ??= await featureSetNames(featureSet, store);
    }
    const reports = await store.outcomes.between(projectId, first, last);
    const newest = new Map(reports.map((report) => [report.decisionId, report]));
    const page = recompute(records.map(inputOf), namesOf).then((recomputed) => ({
      ...{ records, newest, recomputed },
    }));
    yield { page }; // Not the promise itself: that would be waited for.
  }
}

function inputOf({ decidedAt, request, evidence, featureSet, features }: DecisionRecord) {
  return { decidedAt, request, evidence, featureSet, features };
}

async function take(waiting: Promise<Page>, asked: Asked, means: Means, progress: Progress) {
  const { records, newest, recomputed } = await waiting;
  const { tally } = progress;
  const unreadable = new Set(recomputed.unreadable);
  const answers = await scored(recomputed, records.length, unreadable, means.candidate);
  for (const [i, record] of records.entries()) {
    const one = undecided(record, newest.get(record.id), asked.maturity, means);
    const after = answers[i];
    if (after) addCompared(tally, { ...one, after });
    else addLeftOut(tally, one, unreadable.has(i) ? "unreadable" : "unscored");
  }
  countDifferences(recomputed, tally);
  progress.lastId = records.at(-1)!.id;
  await means.done(progress);
}

/** All rows at once: the model runs them in batches. Null where there is no answer. */
async function scored(
  { features }: RecomputedPage,
  rows: number,
  unreadable: ReadonlySet<number>,
  candidate: Means["candidate"],
): Promise<(Scored | null)[]> {
  const width = featureNames.length;
  const answers = Array.from({ length: rows }, (_, i) =>
    unreadable.has(i)
      ? null
      : candidate.score(features.subarray(i * width, (i + 1) * width)).then(answerOf, () => null),
  );
  return Promise.all(answers);
}

function answerOf(probability: number): Scored | null {
  if (!(probability >= 0 && probability <= 1)) return null;
  return { probability, riskScore: riskScoreOf(probability) };
}

function undecided(
  record: DecisionRecord,
  report: OutcomeRecord | undefined,
  maturity: Maturity,
  { bookingValue }: Means,
): Undecided {
  const { id, decidedAt, source, probability, riskScore } = record;
  const knownAs = knownAsOf(record, report, maturity);
  return {
    decisionId: id,
    decidedAt,
    source,
    decidedBy: `${record.modelName}@${record.modelVersion}`,
    before: { probability, riskScore },
    knownAs,
    fraud: isFraud(knownAs),
    value: bookingValue(id),
  };
}

function countDifferences(recomputed: RecomputedPage, tally: Tally): void {
  tally.differing += recomputed.differing;
  tally.otherFeatureSet += recomputed.otherFeatureSet;
  for (const [i, count] of recomputed.differingFeatures.entries()) {
    if (count === 0) continue;
    const name = featureNames[i]!;
    tally.differingFeatures[name] = (tally.differingFeatures[name] ?? 0) + count;
  }
}
