/** Verifies that a stored decision follows, bit for bit, from its stored input and its model. */
import type { RiskSetting } from "../projects/risk-setting.ts";
import type { ChallengeRecord } from "../storage/port/challenges.ts";
import { type DecidedBy, type DecisionRecord, decidedBy } from "../storage/port/decisions.ts";
import { isBlanked } from "../storage/port/guests.ts";
import type { Store } from "../storage/port/store.ts";
import { atBaseRate, baseRatesOf, isShifted, modelProbabilityOf } from "./base-rate.ts";
import { challengeDraw, isByItsSide, storedChallenge } from "./challenge.ts";
import { isSameDraw, storedDraw } from "./control-group.ts";
import { parseDecisionId } from "./decision.ts";
import { featureSetNames, memoizedById } from "./feature-sets.ts";
import { attributeFeature, attributeValue } from "./features/attribute-feature.ts";
import { decodeVector, featureNames } from "./features/index.ts";
import { actionOf, decidingEntry, inOrder, storedMatches } from "./order-of-decision.ts";
import { recomputed, wasAtKiosk } from "./recompute.ts";
import { denyFrom, riskLevelOf, riskScoreOf, suggestedActionOf } from "./score.ts";
import { storedAttributes } from "./stored-attributes.ts";
import { identitiesOf } from "./velocity/identities.ts";

/** The model that made a decision, loaded. */
export interface Verifier {
  /** The features that the model reads, in its order. */
  features: readonly string[];
  /** The share of fraud that it is calibrated to; null where it states none. */
  baseRate: number | null;
  /**
   * Every probability that the model may have served for these values: one, unless its arithmetic
   * depends on whether it scores one attempt or several in one run.
   */
  probabilities(values: Float64Array): Iterable<number>;
}

export interface Verification {
  decisionId: string;
  model: DecidedBy;
  /**
   * `same`: everything equals what is stored. `differs`: something does not. `unverifiable`: what
   * can be computed is equal, but the model is missing, or this version lacks a feature.
   */
  result: "same" | "differs" | "unverifiable";
  /** Members of the decision that differ; features by name, such as `features.nights`. */
  differing: string[];
  /** Features that this version no longer computes, whose stored values are used, and those that were removed. */
  unverifiable: string[];
  /** Whether its input was removed when its retention ended: then only what follows from it is checked. */
  isBlanked: boolean;
  /** Why the model is not available; null where it is. */
  modelProblem: string | null;
}

/**
 * Recomputes features, probability, score, level and action, each from the one before, and compares
 * all of them with what is stored. The entries of lists that applied are taken as stored; which of them
 * decides, and the action that follows, are found again, as are the draws of a challenge and of the control group.
 *
 * A change of the input that changes no feature, such as a letter of the hotel's name, is not
 * detected: verification proves that the score follows from the input, not that neither was altered.
 *
 * @param names the names of the decision's feature set.
 * @param verifier the decision's model or, where it is not available, the reason.
 * @param draws of `drawsOf`; what is null there is not verified.
 */
export function verifyDecision(
  record: DecisionRecord,
  names: readonly string[],
  verifier: Verifier | { problem: string },
  draws: Draws = { controlGroupKey: null, challenge: null },
): Verification {
  const found = { differing: identityDifferences(record), unverifiable: [] as string[] };
  const blanked = isBlanked(record);
  const values = blanked ? storedValues(record, names) : verifyFeatures(record, names, found);
  const modelProblem = "problem" in verifier ? verifier.problem : null;
  if (values && !("problem" in verifier)) {
    const isWhole = addAttributes(record, { values, blanked, verifier }, found);
    if (isWhole) verifyAnswer(record, { verifier, values }, found);
  }
  if (values && !blanked) {
    verifyDraw(record, { names, drawKey: draws.controlGroupKey }, found);
    verifySide(record, { names, challenge: draws.challenge }, found);
  }
  const isOpen = blanked || modelProblem !== null || found.unverifiable.length > 0;
  return {
    decisionId: record.id,
    model: decidedBy(record),
    result: found.differing.length > 0 ? "differs" : isOpen ? "unverifiable" : "same",
    ...found,
    isBlanked: blanked,
    modelProblem,
  };
}

/**
 * Adds the features that the model has of the request's attributes, which are stored with it alone.
 * @returns false where they are gone with the request: then what the model made of them cannot be verified.
 */
function addAttributes(
  record: DecisionRecord,
  {
    values,
    blanked,
    verifier,
  }: { values: Map<string, number>; blanked: boolean; verifier: Verifier },
  { unverifiable }: Found,
): boolean {
  const read = verifier.features.flatMap((name) => {
    const feature = attributeFeature(name);
    return feature ? [{ name, feature }] : [];
  });
  if (read.length === 0) return true;
  const attributes = storedAttributes(record);
  for (const { name, feature } of read) {
    if (blanked) unverifiable.push(name);
    else values.set(name, attributeValue(feature, attributes));
  }
  return !blanked;
}

/** As they were served: from what they were computed is gone. */
function storedValues(record: DecisionRecord, names: readonly string[]): Map<string, number> {
  const served = decodeVector(record.features);
  return new Map(names.map((name, i) => [name, served[i] ?? Number.NaN]));
}

type Found = Pick<Verification, "differing" | "unverifiable">;

/** The identifier contains the time of the decision. */
function identityDifferences({ id, decidedAt }: DecisionRecord): string[] {
  return parseDecisionId(id)?.at === decidedAt ? [] : ["decidedAt"];
}

/** @returns the values by name; null where what is stored cannot be read. */
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
    const index = indexOfFeature.get(name);
    const stored = served[i] ?? Number.NaN;
    if (index === undefined) found.unverifiable.push(name);
    else if (!Object.is(features[index], stored)) found.differing.push(`features.${name}`);
    values.set(name, index === undefined ? stored : features[index]!);
  }
  return values;
}

const indexOfFeature = new Map(featureNames.map((name, index) => [name, index]));

function readable(record: DecisionRecord, names: readonly string[], found: Found) {
  try {
    const { attempt, features } = recomputed(record, names);
    const { requestId, collectionId = null } = attempt.request;
    if (requestId !== record.requestId) found.differing.push("requestId");
    if (collectionId !== record.collectionId) found.differing.push("collectionId");
    return { features, served: decodeVector(record.features) };
  } catch {
    found.differing.push("what is stored, which cannot be read");
    return null;
  }
}

/** The stored probability where it is among them, or else the first. */
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
  const own = modelProbabilityOf(record);
  const recomputed = servedOf(verifier.probabilities(row), own);
  const probability = atBaseRate(recomputed, record);
  if (!Object.is(probability, record.probability)) differing.push("probability");
  differing.push(...baseRateDifferences(record, recomputed, verifier));
  if (!(probability >= 0 && probability <= 1)) return; // The model gives no probability, which is reported above.
  const riskScore = riskScoreOf(probability);
  const { riskSetting } = record;
  if (!(riskSetting in denyFrom)) differing.push("riskSetting");
  const matches = readableMatches(record);
  if (matches === null) differing.push("listMatches");
  const byModel = suggestedActionOf(riskScore, riskSetting as RiskSetting);
  const byLists = actionOf(matches ?? [], byModel);
  const draw = readableDraw(record);
  // Only what the model denies is drawn, where no entry of a list decides.
  const isDrawn = byLists === "deny" && decidingEntry(matches ?? []) === null;
  if (draw === undefined || (draw !== null && !isDrawn)) differing.push("controlGroup");
  const again = {
    riskScore,
    riskLevel: riskLevelOf(riskScore),
    suggestedAction: draw?.result === "allowed" ? "allow" : byLists,
  };
  for (const [name, value] of Object.entries(again)) {
    if (record[name as keyof typeof again] !== value) differing.push(name);
  }
}

/** The draw itself and who is not drawn; the limits of the month are taken as stored. */
function verifyDraw(
  record: DecisionRecord,
  { names, drawKey }: { names: readonly string[]; drawKey: string | null },
  { differing, unverifiable }: Found,
): void {
  const draw = readableDraw(record);
  if (!draw) return;
  if (drawKey === null) {
    unverifiable.push("controlGroup");
    return;
  }
  const { attempt } = recomputed(record, names);
  const [email, atKiosk] = [emailOf(record, names), wasAtKiosk(record)];
  if (!isSameDraw(draw, drawKey, { attempt, email, atKiosk })) differing.push("controlGroup");
}

/** Which side of a challenge was drawn, and that its model decided. */
function verifySide(
  record: DecisionRecord,
  { names, challenge }: { names: readonly string[]; challenge: ChallengeRecord | null },
  { differing, unverifiable }: Found,
): void {
  if (record.challenge === null) return;
  if (challenge === null) {
    unverifiable.push("challenge");
    return;
  }
  const stored = readableSide(record);
  const again = challengeDraw(challenge, emailOf(record, names));
  const isSame = JSON.stringify(stored) === JSON.stringify(again);
  if (!isSame || !isByItsSide(again, record, challenge)) differing.push("challenge");
}

/** Undefined where it cannot be read. */
function readableSide(record: DecisionRecord) {
  try {
    return storedChallenge(record);
  } catch {
    return undefined;
  }
}

/** The number of the guest's e-mail address. */
function emailOf(record: DecisionRecord, names: readonly string[]): number {
  const { request, collection } = recomputed(record, names).attempt;
  return identitiesOf(record.projectId, request, collection, wasAtKiosk(record)).email!;
}

/** Null: there was none; undefined where it cannot be read. */
function readableDraw(record: DecisionRecord) {
  try {
    return storedDraw(record);
  } catch {
    return undefined;
  }
}

/** In the order of decision; null where they cannot be read. */
function readableMatches(record: DecisionRecord) {
  try {
    return inOrder(storedMatches(record));
  } catch {
    return null;
  }
}

/** The model's own probability is stored where the project's rate changed it, and only there. */
function baseRateDifferences(
  record: DecisionRecord,
  recomputed: number,
  verifier: Verifier,
): string[] {
  const { baseRate } = verifier;
  const rates = baseRatesOf({ baseRate: record.projectBaseRate }, { baseRate });
  const modelProbability = isShifted(rates) ? recomputed : null;
  const again = { modelProbability, modelBaseRate: rates.modelBaseRate };
  return Object.entries(again)
    .filter(([name, value]) => !Object.is(record[name as keyof typeof again], value))
    .map(([name]) => name);
}

/**
 * Creates a function that verifies stored decisions.
 *
 * @param findVerifier loads the model that made a decision, or gives the reason why it cannot.
 */
export function decisionVerifier(
  store: Pick<Store, "decisions" | "models" | "projects">,
  findVerifier: (model: Verification["model"]) => Promise<Verifier | { problem: string }>,
): (record: DecisionRecord) => Promise<Verification> {
  const namesOf = memoizedById((id) => featureSetNames(id, store));
  return async (record) => {
    const verifier = await findVerifier(decidedBy(record));
    const draws = await drawsOf(record, store);
    return verifyDecision(record, await namesOf(record.featureSet), verifier, draws);
  };
}

/** What the draws of a decision are verified with. */
export interface Draws {
  /** Of the project's control group; null where the decision had no draw, or it is unknown. */
  controlGroupKey: string | null;
  /** Null where there was none, or it is unknown. */
  challenge: ChallengeRecord | null;
}

export async function drawsOf(
  record: Pick<DecisionRecord, "projectId" | "controlGroup" | "challenge">,
  { models, projects }: Pick<Store, "models" | "projects">,
): Promise<Draws> {
  const { projectId, controlGroup, challenge } = record;
  const choices = controlGroup === null ? null : await projects.choices(projectId);
  const id = challenge === null ? undefined : readableId(challenge);
  const found = id === undefined ? null : await models.findChallenge(id);
  return {
    controlGroupKey: choices?.controlGroup?.secret ?? null,
    challenge: found?.projectId === projectId ? found : null,
  };
}

/** Undefined where the text has none: then the challenge is unknown. */
function readableId(challenge: string): string | undefined {
  try {
    return String((JSON.parse(challenge) as { id?: unknown } | null)?.id);
  } catch {
    return undefined;
  }
}
