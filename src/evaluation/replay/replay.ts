/**
 * Runs a replay: reads stored decisions in order of time, recomputes their features, scores them
 * with the candidate and counts the results. Reading, computing and scoring overlap, which does not
 * affect the results.
 */

import { onScale } from "../../risk/base-rate.ts";
import { readableDraw } from "../../risk/control-group.ts";
import { controlGroupWeights } from "../../risk/control-group-weights.ts";
import { featureSetNames } from "../../risk/feature-sets.ts";
import { featureNames } from "../../risk/features/index.ts";
import type { Scorer } from "../../risk/features/scorer.ts";
import { hasOutcome } from "../../risk/outcomes/observed.ts";
import { isWithin, type Period, startOf } from "../../risk/period.ts";
import { storedAttributes } from "../../risk/stored-attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { isBlanked } from "../../storage/port/guests.ts";
import type { OutcomeRecord } from "../../storage/port/outcomes.ts";
import type { Store } from "../../storage/port/store.ts";
import type { Silence } from "../money/silence.ts";
import type { Scored, ServedDecision } from "./compared.ts";
import { isFraud, knownAsOf, type Maturity } from "./outcome-known.ts";
import type { RecomputedPage, StoredInput } from "./recompute-page.ts";
import { type Segments, segmentsOf, unknownSegments } from "./segment.ts";
import { addCompared, addLeftOut, type Tally } from "./tally.ts";

export interface ReplayOptions {
  /** Replayed one after the other. */
  projectIds: readonly string[];
  period: Period;
  maturity: Maturity;
}

type ReplayedModel = Pick<Scorer, "score" | "baseRate">;

export interface ReplayDeps {
  store: Store;
  candidate: ReplayedModel;
  /** The model that decides for a project now; null where it does not load. */
  activeOf(projectId: string): Promise<ReplayedModel | null>;
  /** Recomputes features, in this or in other threads. */
  recompute(
    rows: StoredInput[],
    namesOf: Readonly<Record<string, readonly string[]>>,
  ): Promise<RecomputedPage>;
  /** Pages that may be in flight at once. */
  pagesAtOnce: number;
  /** The value of a booking; null where it is not known. */
  bookingAmount(decision: Pick<DecisionRecord, "id" | "requestId" | "request">): number | null;
  /** What silence means in a project. */
  silenceOf(projectId: string): Silence;
  /** Called after each page; where it fails, so does the replay. */
  done(progress: Progress): void | Promise<void>;
}

/** The state of a replay, from which it continues as if it had not been interrupted. */
export interface Progress {
  /** The index of the current project. */
  project: number;
  /** Its last counted decision; "" before the first. */
  lastId: string;
  tally: Tally;
}

/** Decisions that are read, recomputed and scored together. */
const pageRows = 512;

/** Continues from `progress`, which it changes, to the end of the period. */
export async function replay(
  options: ReplayOptions,
  deps: ReplayDeps,
  progress: Progress,
): Promise<void> {
  while (progress.project < options.projectIds.length) {
    await replayProject(options.projectIds[progress.project]!, options, deps, progress);
    progress.project += 1;
    progress.lastId = "";
  }
}

async function replayProject(
  projectId: string,
  options: ReplayOptions,
  deps: ReplayDeps,
  progress: Progress,
): Promise<void> {
  const waiting: Promise<Page>[] = [];
  for await (const { page } of pagesOf(projectId, options, deps, progress.lastId)) {
    page.catch(() => {}); // It is thrown when its turn comes.
    waiting.push(page);
    if (waiting.length >= deps.pagesAtOnce) await take(waiting.shift()!, options, deps, progress);
  }
  for (const page of waiting) await take(page, options, deps, progress);
}

type WeightOf = Awaited<ReturnType<typeof controlGroupWeights>>;

interface Page {
  records: DecisionRecord[];
  weightOf: WeightOf;
  newest: ReadonlyMap<string, OutcomeRecord>;
  recomputed: RecomputedPage;
}

async function* pagesOf(
  projectId: string,
  { period }: ReplayOptions,
  { store, recompute }: ReplayDeps,
  lastId: string,
): AsyncGenerator<{ page: Promise<Page> }> {
  const namesOf: Record<string, readonly string[]> = {};
  const weightOf = await controlGroupWeights(projectId, store);
  let last = lastId || startOf(period);
  for (;;) {
    const read = await store.decisions.after(projectId, last, pageRows);
    const within = read.filter(({ id }) => isWithin(id, period));
    if (within.length === 0) return;
    const first = within[0]!.id;
    last = within.at(-1)!.id;
    // Without its input a decision cannot be recomputed: a replay reaches back to the retention.
    const records = within.filter((record) => !isBlanked(record));
    if (records.length === 0) continue;
    for (const { featureSet } of records) {
      namesOf[featureSet] ??= await featureSetNames(featureSet, store);
    }
    const reports = await store.outcomes.between(projectId, first, last);
    const newest = new Map(reports.map((report) => [report.decisionId, report]));
    const page = recompute(records.map(inputOf), namesOf).then((recomputed) => ({
      records,
      weightOf,
      newest,
      recomputed,
    }));
    yield { page }; // Not the promise itself, which would be awaited.
  }
}

function inputOf({ decidedAt, request, evidence, featureSet, features }: DecisionRecord) {
  return { decidedAt, request, evidence, featureSet, features };
}

async function take(
  waiting: Promise<Page>,
  options: ReplayOptions,
  deps: ReplayDeps,
  progress: Progress,
) {
  const { records, weightOf, newest, recomputed } = await waiting;
  const { tally } = progress;
  const unreadable = new Set(recomputed.unreadable);
  const rows = { records, unreadable };
  const active = await deps.activeOf(records[0]!.projectId);
  const [results, unseenBefore, unseenAfter] = await Promise.all([
    scored(recomputed.features, rows, deps.candidate),
    scored(recomputed.unseen, rows, active),
    scored(recomputed.unseen, rows, deps.candidate),
  ]);
  for (const [i, record] of records.entries()) {
    const one = servedDecision(record, newest.get(record.id), options.maturity, {
      ...deps,
      weightOf,
    });
    const after = results[i];
    const unseen = { before: unseenBefore[i] ?? null, after: unseenAfter[i] ?? null };
    if (after) addCompared(tally, { ...one, after, unseen });
    else addLeftOut(tally, one, unreadable.has(i) ? "unreadable" : "unscored");
  }
  countDifferences(recomputed, tally);
  progress.lastId = records.at(-1)!.id;
  await deps.done(progress);
}

/** All rows at once, which the model runs in batches. Null where there is no result. */
async function scored(
  features: Float64Array,
  { records, unreadable }: { records: readonly DecisionRecord[]; unreadable: ReadonlySet<number> },
  model: ReplayedModel | null,
): Promise<(Scored | null)[]> {
  const width = featureNames.length;
  const results = records.map((record, i) => {
    if (!model || unreadable.has(i)) return null;
    const row = features.subarray(i * width, (i + 1) * width);
    const score = model.score(row, storedAttributes(record));
    return score.then(
      (own) => resultOf(own, record, model),
      () => null,
    );
  });
  return Promise.all(results);
}

/** At the rate that the project had at the time, from the model's own. */
function resultOf(
  own: number,
  { projectBaseRate }: DecisionRecord,
  model: ReplayedModel,
): Scored | null {
  if (!(own >= 0 && own <= 1)) return null;
  return onScale(own, { baseRate: projectBaseRate }, model);
}

function servedDecision(
  record: DecisionRecord,
  report: OutcomeRecord | undefined,
  maturity: Maturity,
  deps: ReplayDeps & { weightOf: WeightOf },
): ServedDecision {
  const { id, decidedAt, source, probability, riskScore } = record;
  const knownAs = knownAsOf(record, report, maturity);
  return {
    decisionId: id,
    decidedAt,
    source,
    decidedBy: `${record.modelName}@${record.modelVersion}`,
    before: { probability, riskScore },
    knownAs,
    letThrough: isLetThrough(record),
    fraud: isFraud(knownAs),
    outcome: outcomeOf(record, report, deps),
    segments: readSegments(record),
  };
}

function outcomeOf(
  record: DecisionRecord,
  report: OutcomeRecord | undefined,
  { bookingAmount, silenceOf, weightOf }: Parameters<typeof servedDecision>[3],
): ServedDecision["outcome"] {
  if (!hasOutcome(record)) return null;
  const isGood = report?.outcome === "legitimate";
  return {
    amount: bookingAmount(record),
    reported: report ? (isGood ? "legitimate" : "fraud") : null,
    weight: weightOf(record),
    silence: silenceOf(record.projectId),
  };
}

/** Whether the control group let the booking through. */
const isLetThrough = (record: DecisionRecord): boolean =>
  readableDraw(record)?.result === "allowed";

function readSegments(record: DecisionRecord): Segments {
  try {
    return segmentsOf(record);
  } catch {
    return unknownSegments;
  }
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
