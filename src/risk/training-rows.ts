/** Training data from a project's decisions, with the features exactly as served. */
import type { Attributes } from "../storage/port/attributes.ts";
import type { DrawResult } from "../storage/port/control-group.ts";
import type { DecisionRecord, DecisionSource } from "../storage/port/decisions.ts";
import type { OutcomeRecord } from "../storage/port/outcomes.ts";
import type { Store } from "../storage/port/store.ts";
import { modelProbabilityOf } from "./base-rate.ts";
import { storedDraw } from "./control-group.ts";
import { controlGroupWeights } from "./control-group-weights.ts";
import { featureIndexes } from "./feature-sets.ts";
import { decodeVector } from "./features/index.ts";
import { storedAttributes } from "./stored-attributes.ts";

export interface TrainingRow {
  decisionId: string;
  requestId: string;
  /** The key that it was requested with; null where there was none, or it was not stored. */
  keyId: string | null;
  /** Unix ms, like all times here. */
  decidedAt: number;
  source: DecisionSource;
  /** Null for an attempt that was not scored, as in a simulation. */
  riskScore: number | null;
  /** As answered: a list entry, a pass or the control group may have decided. Null in a simulation. */
  suggestedAction: string | null;
  /** At the project's base rate, and the model's own; the same where none is set. */
  probability: number | null;
  modelProbability: number | null;
  /** By which the two differ; null where the project or the model had none. */
  projectBaseRate: number | null;
  modelBaseRate: number | null;
  /** `name@version` of the model that scored it. */
  model: string | null;
  /** The newest report, or null where there is none. */
  outcome: string | null;
  outcomeReportedAt: number | null;
  outcomeOccurredAt: number | null;
  /** The key that it was reported with. */
  outcomeKeyId: string | null;
  /**
   * The number of attempts that the row represents: more than 1 where others were sampled out, or where it was let
   * through for the control group, for those that were drawn and denied.
   */
  weight: number;
  /** The result of the control group's draw; null where there was none. */
  controlGroup: DrawResult | null;
  /** Of the project's own that the request had, those declared as personal too; absent: none. */
  attributes?: Attributes | undefined;
  /** In the order of `featureNames`; NaN is missing, or unknown to the version that decided. */
  features: Float64Array;
}

/** Rows that are in memory at a time. */
const pageRows = 1000;

/**
 * The rows of a project, oldest first, a page at a time.
 *
 * @param otherKept the fraction, above 0 to 1, of the decisions not reported as fraud that is kept;
 *   each has the weight `1 / otherKept`. Fraud is rare, and all of it is kept. The sample depends
 *   on the identifiers alone, so it is the same each time.
 */
export async function* trainingRows(
  projectId: string,
  store: Store,
  otherKept = 1,
): AsyncGenerator<TrainingRow[]> {
  const indexesOf = featureIndexes(store);
  const representedBy = await controlGroupWeights(projectId, store);
  let last = "";
  for (;;) {
    const page = await store.decisions.after(projectId, last, pageRows);
    if (page.length === 0) return;
    const first = page[0]!.id;
    last = page.at(-1)!.id;
    const reports = await store.outcomes.between(projectId, first, last);
    const newest = new Map(reports.map((report) => [report.decisionId, report]));
    const rows: TrainingRow[] = [];
    for (const record of page) {
      const report = newest.get(record.id);
      const isFraud = report !== undefined && report.outcome !== "legitimate";
      if (!isFraud && uniformOf(record.id) >= otherKept) continue;
      const indexes = await indexesOf(record.featureSet);
      const weight = (isFraud ? 1 : 1 / otherKept) * representedBy(record);
      rows.push(rowOf(record, report, { indexes, weight }));
    }
    yield rows;
  }
}

/** A number from 0 to below 1 from the last digits of an identifier, which are random. */
function uniformOf(decisionId: string): number {
  return Number.parseInt(decisionId.slice(-8), 16) / 2 ** 32;
}

function rowOf(
  record: DecisionRecord,
  report: OutcomeRecord | undefined,
  { indexes, weight }: { indexes: readonly number[]; weight: number },
): TrainingRow {
  const served = decodeVector(record.features);
  return {
    decisionId: record.id,
    requestId: record.requestId,
    keyId: record.keyId,
    decidedAt: record.decidedAt,
    source: record.source,
    riskScore: record.riskScore,
    suggestedAction: record.suggestedAction,
    probability: record.probability,
    modelProbability: modelProbabilityOf(record),
    projectBaseRate: record.projectBaseRate,
    modelBaseRate: record.modelBaseRate,
    model: `${record.modelName}@${record.modelVersion}`,
    outcome: report?.outcome ?? null,
    outcomeReportedAt: report?.reportedAt ?? null,
    outcomeOccurredAt: report?.occurredAt ?? null,
    outcomeKeyId: report?.keyId ?? null,
    weight,
    controlGroup: storedDraw(record)?.result ?? null,
    attributes: storedAttributes(record),
    features: Float64Array.from(indexes, (index) => served[index] ?? Number.NaN),
  };
}
