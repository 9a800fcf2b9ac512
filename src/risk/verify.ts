/** Whether a stored decision is what its own model makes of its stored input, bit for bit. */
import { featureNames, vectorFromJson } from "../features/index.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import { parseDecisionId } from "./decision.ts";
import { recomputed } from "./recompute.ts";
import { denyFrom, riskLevelOf, riskScoreOf, suggestedActionOf } from "./score.ts";

/** The decision's own model, loaded. */
export interface Verifier {
  /** The features that it reads, in its order. */
  features: readonly string[];
  /**
   * Every probability that the model may have served for these values, in its order: one, unless
   * its arithmetic depends on whether it is asked for one attempt or for several at once.
   */
  probabilities(values: Float64Array): Iterable<number>;
}

export interface Verification {
  decisionId: string;
  model: { name: string; version: string; sha256: string };
  /**
   * `same`: all of it. `differs`: something is not what was stored. `unverifiable`: what can be
   * computed is the same, but its model is not there, or a feature is none of this version's.
   */
  result: "same" | "differs" | "unverifiable";
  /** What differs: members of the decision, features by name as in `features.nights`. */
  differing: string[];
  /** Features that this version does not compute any more; the stored values are used for them. */
  unverifiable: string[];
  /** Why there is no model to ask; null where there is. */
  modelProblem: string | null;
}

/**
 * Recomputes features, probability, score, level and action, each from what is recomputed before
 * it, and compares all with what is stored.
 *
 * What moves no feature, such as a letter of the hotel's name, cannot be told: a decision proves
 * that its number follows from its input, not that nobody ever changed both.
 *
 * @param names of the decision's feature set.
 * @param verifier or, where the model is not to be had, why.
 */
export function verifyDecision(
  record: DecisionRecord,
  names: readonly string[],
  verifier: Verifier | { problem: string },
): Verification {
  const { modelName: name, modelVersion: version, modelSha256: sha256 } = record;
  const found = { differing: identityFaults(record), unverifiable: [] as string[] };
  const values = verifyFeatures(record, names, found);
  const modelProblem = "problem" in verifier ? verifier.problem : null;
  if (values && !("problem" in verifier)) verifyAnswer(record, { verifier, values }, found);
  const isOpen = modelProblem !== null || found.unverifiable.length > 0;
  return {
    decisionId: record.id,
    model: { name, version, sha256 },
    result: found.differing.length > 0 ? "differs" : isOpen ? "unverifiable" : "same",
    ...found,
    modelProblem,
  };
}

type Found = Pick<Verification, "differing" | "unverifiable">;

/** The identifier tells the time. */
function identityFaults({ id, decidedAt }: DecisionRecord): string[] {
  return parseDecisionId(id)?.at === decidedAt ? [] : ["decidedAt"];
}

/** @returns the values by name; null where the stored texts cannot be read. */
function verifyFeatures(
  record: DecisionRecord,
  names: readonly string[],
  found: Found,
): Map<string, number> | null {
  const read = readable(record, names, found);
  if (!read) return null;
  const { served, features } = read;
  if (served.length !== names.length) found.differing.push("features");
  const values = new Map<string, number>();
  for (const [i, name] of names.entries()) {
    const place = placeOf.get(name);
    const stored = served[i] ?? Number.NaN;
    if (place === undefined) found.unverifiable.push(name);
    else if (!Object.is(features[place], stored)) found.differing.push(`features.${name}`);
    values.set(name, place === undefined ? stored : features[place]!);
  }
  return values;
}

const placeOf = new Map(featureNames.map((name, place) => [name, place]));

function readable(record: DecisionRecord, names: readonly string[], found: Found) {
  try {
    const { attempt, features } = recomputed(record, names);
    const { requestId, collectionId = null } = attempt.request;
    if (requestId !== record.requestId) found.differing.push("requestId");
    if (collectionId !== record.collectionId) found.differing.push("collectionId");
    return { features, served: vectorFromJson(record.features) };
  } catch {
    found.differing.push("what is stored, which cannot be read");
    return null;
  }
}

/** The one that was stored, or else the first. */
function servedOf(probabilities: Iterable<number>, stored: number): number {
  let first: number | undefined;
  for (const one of probabilities) {
    if (Object.is(one, stored)) return one;
    first ??= one;
  }
  return first ?? Number.NaN;
}

function verifyAnswer(
  record: DecisionRecord,
  { verifier, values }: { verifier: Verifier; values: ReadonlyMap<string, number> },
  { differing }: Found,
): void {
  const row = Float64Array.from(verifier.features, (name) => values.get(name) ?? Number.NaN);
  const probability = servedOf(verifier.probabilities(row), record.probability);
  if (!Object.is(probability, record.probability)) differing.push("probability");
  if (!(probability >= 0 && probability <= 1)) return; // The model gives no answer, which is told.
  const riskScore = riskScoreOf(probability);
  const { riskSetting } = record;
  if (!(riskSetting in denyFrom)) differing.push("riskSetting");
  const again = {
    riskScore,
    riskLevel: riskLevelOf(riskScore),
    suggestedAction: suggestedActionOf(riskScore, riskSetting as RiskSetting),
  };
  for (const [name, value] of Object.entries(again)) {
    if (record[name as keyof typeof again] !== value) differing.push(name);
  }
}
