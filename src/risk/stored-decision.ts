/** A stored decision in full: the response, its input, and the features as served. */
import type { StoredChallenge } from "../storage/port/challenges.ts";
import type { StoredDraw } from "../storage/port/control-group.ts";
import type { DecisionRecord } from "../storage/port/decisions.ts";
import { isBlanked } from "../storage/port/guests.ts";
import type { ListMatch } from "../storage/port/lists.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { ReviewRecord } from "../storage/port/reviews.ts";
import type { Store } from "../storage/port/store.ts";
import { shiftPoints } from "./base-rate.ts";
import { storedChallenge } from "./challenge.ts";
import { storedDraw } from "./control-group.ts";
import { type Decision, decisionResponse } from "./decision.ts";
import { featureSetNames } from "./feature-sets.ts";
import { decodeVector } from "./features/index.ts";
import { type DecidedAction, decidedAction, storedMatches } from "./order-of-decision.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";

export interface StoredDecision extends Decision {
  projectId: string;
  projectName: string;
  requestId: string;
  /** The key that it was requested with; null where there was none, or it was not stored. */
  keyId: string | null;
  collectionId: string | null;
  probability: number;
  /** The model's own probability; null where it is the same. */
  modelProbability: number | null;
  /** The fraud rates by which the model's probability was shifted; null where the project had none. */
  baseRates: { project: number; model: number | null; shiftPoints: number } | null;
  model: { name: string; version: string; sha256: string };
  /** What decided the action: the model at the project's setting, or an entry of a list. */
  decidedBy: DecidedAction;
  /** All entries of the project's lists that applied, in the order of decision. */
  listMatches: ListMatch[];
  /** The draw of the control group; null where there was none. */
  controlGroup: StoredDraw | null;
  /** Which side of a challenge decided; null where there was none. */
  challenge: StoredChallenge | null;
  /** Whether its retention has ended: then the request and the evidence are removed, null. */
  isBlanked: boolean;
  request: unknown;
  evidence: unknown;
  /** Reported outcomes, oldest first; the last one counts. */
  outcomes: (Outcome & { note: string | null; requestId: string; keyId: string | null })[];
  /** Its case in the queue of reviews; null where it was never in it. */
  review: ReviewRecord | null;
  /** By name, in the order of the catalogue of that time; null is missing. */
  features: Record<string, number | null>;
}

/** Finds a decision in any project: for the operator's command line. */
export async function findDecision(
  id: string,
  store: Store,
): Promise<{ project: ProjectRecord; record: DecisionRecord } | null> {
  for (const project of await store.projects.list()) {
    const record = await store.decisions.find(project.id, id);
    if (record) return { project, record };
  }
  return null;
}

export async function storedDecision(id: string, store: Store): Promise<StoredDecision | null> {
  const found = await findDecision(id, store);
  return found && decisionInFull(found.project, found.record, store);
}

export async function decisionInFull(
  project: ProjectRecord,
  record: DecisionRecord,
  store: Store,
): Promise<StoredDecision> {
  const names = await featureSetNames(record.featureSet, store);
  const reports = await store.outcomes.list(project.id, record.id);
  const values = decodeVector(record.features);
  const blanked = isBlanked(record);
  return {
    ...decisionResponse(record),
    projectId: project.id,
    projectName: project.name,
    requestId: record.requestId,
    keyId: record.keyId,
    collectionId: record.collectionId,
    probability: record.probability,
    modelProbability: record.modelProbability,
    baseRates: storedBaseRates(record),
    model: {
      name: record.modelName,
      version: record.modelVersion,
      sha256: record.modelSha256,
    },
    decidedBy: decidedAction(record),
    listMatches: storedMatches(record),
    controlGroup: storedDraw(record),
    challenge: storedChallenge(record),
    outcomes: reports.map((report) => ({
      ...outcomeOf(report),
      note: report.note,
      requestId: report.requestId,
      keyId: report.keyId,
    })),
    review: await store.reviews.find(project.id, record.id),
    isBlanked: blanked,
    request: blanked ? null : JSON.parse(record.request),
    evidence: blanked ? null : JSON.parse(record.evidence),
    features: Object.fromEntries(
      names.map((name, i) => [name, Number.isNaN(values[i]) ? null : values[i]!]),
    ),
  };
}

function storedBaseRates(record: DecisionRecord): StoredDecision["baseRates"] {
  const { projectBaseRate: project, modelBaseRate: model } = record;
  return project === null ? null : { project, model, shiftPoints: shiftPoints(record) };
}
