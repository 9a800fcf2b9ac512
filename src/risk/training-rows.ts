/** A project's decisions as a data scientist trains on them: the features exactly as served. */
import { vectorFromJson } from "../features/index.ts";
import type { DecisionRecord, DecisionSource } from "../storage/decisions.ts";
import type { OutcomeRecord } from "../storage/outcomes.ts";
import type { Store } from "../storage/store.ts";
import { featurePlaces } from "./feature-sets.ts";

export interface TrainingRow {
  decisionId: string;
  requestId: string;
  /** Unix ms, as all times here. */
  decidedAt: number;
  source: DecisionSource;
  /** Null where nobody scored it, as in a simulation. */
  riskScore: number | null;
  probability: number | null;
  /** `name@version` of the model that scored it. */
  model: string | null;
  /** The newest report, or null where there is none. */
  outcome: string | null;
  outcomeReportedAt: number | null;
  outcomeOccurredAt: number | null;
  /** How many attempts the row stands for: more than 1 where others like it were left out. */
  weight: number;
  /** In the order of `featureNames`; NaN is missing, as is what an older version did not have. */
  features: Float64Array;
}

/** Rows of one page: they are in memory together. */
const pageRows = 1000;

/**
 * The rows of a project in the order of their time, a page at a time.
 *
 * @param otherKept the part, above 0 to 1, that is kept of the decisions that were not reported as
 *   fraud; each then stands for `1 / otherKept`. Fraud is rare, and all of it is kept. Which are
 *   kept depends on their identifiers alone, so that it is the same each time.
 */
export async function* trainingRows(
  projectId: string,
  store: Store,
  otherKept = 1,
): AsyncGenerator<TrainingRow[]> {
  const placesOf = featurePlaces(store);
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
      if (!isFraud && drawOf(record.id) >= otherKept) continue;
      const places = await placesOf(record.featureSet);
      rows.push(rowOf(record, report, { places, weight: isFraud ? 1 : 1 / otherKept }));
    }
    yield rows;
  }
}

/** A number from 0 to below 1 from an identifier's last digits, which are random. */
function drawOf(decisionId: string): number {
  return Number.parseInt(decisionId.slice(-8), 16) / 2 ** 32;
}

function rowOf(
  record: DecisionRecord,
  report: OutcomeRecord | undefined,
  { places, weight }: { places: readonly number[]; weight: number },
): TrainingRow {
  const served = vectorFromJson(record.features);
  return {
    decisionId: record.id,
    requestId: record.requestId,
    decidedAt: record.decidedAt,
    source: record.source,
    riskScore: record.riskScore,
    probability: record.probability,
    model: `${record.modelName}@${record.modelVersion}`,
    outcome: report?.outcome ?? null,
    outcomeReportedAt: report?.reportedAt ?? null,
    outcomeOccurredAt: report?.occurredAt ?? null,
    weight,
    features: Float64Array.from(places, (place) => served[place] ?? Number.NaN),
  };
}
