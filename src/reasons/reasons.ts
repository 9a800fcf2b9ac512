/**
 * Why a decision has its score: what each group of features adds to it or takes from it, compared
 * with ordinary legitimate attempts. Exact, for any model that scores rows.
 */

import { groupTitles } from "../features/catalogue-text.ts";
import type { Feature, FeatureGroup } from "../features/feature.ts";
import { catalogue, vectorFromJson } from "../features/index.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import { type Background, backgroundOf, type Typical, typicalValue } from "./background.ts";
import { BatchedModel } from "./batched-model.ts";
import { coalitionWorths } from "./coalitions.ts";
import { describeFeature, describeTypical } from "./describe.ts";
import {
  type ExplainedModel,
  type Numbers,
  ReasonsUnavailable,
  type Row,
} from "./explained-model.ts";
import { strengths } from "./feature-strengths.ts";
import { pointsOf, type Remainder, remainderOf } from "./points.ts";
import { noticeable, sentenceOf } from "./sentence.ts";
import { shapleyValues } from "./shapley.ts";

/** Changes with the meaning of the members, so that reasons stored earlier are computed again. */
export const reasonsSchema = 1;

/** Features listed of a group. */
const featuresMax = 3;

export interface FeatureReason {
  name: string;
  /** Null is missing. */
  value: number | null;
  usual: Typical;
  /** Its strength in its group, in score points; those of a group do not add up. */
  points: number;
  /** As in "1 night (typical 2)". */
  text: string;
  /** Why fraud moves it, from the catalogue. */
  why: string;
}

export interface GroupReason {
  group: FeatureGroup;
  title: string;
  /** Its Shapley value, in score points. */
  points: number;
  sentence: string;
  /** The strongest first. */
  features: FeatureReason[];
}

export interface Reasons {
  schema: typeof reasonsSchema;
  decisionId: string;
  model: { name: string; version: string; sha256: string };
  riskScore: number;
  /** The mean points of the background. */
  base: number;
  background: { kind: Background["kind"]; rows: number };
  /** The strongest first. `base` and these add up to `points`. */
  groups: GroupReason[];
  /** The attempt's own points: the score before it is rounded and limited to 0 to 99. */
  points: number;
  /** What turns `points` into `riskScore`. */
  remainder: Remainder;
}

/**
 * @param names of the features in the decision's vector: its feature set's.
 * @param model the model that decided.
 * @throws ReasonsUnavailable where the reasons cannot be computed from the model.
 */
export async function reasonsOf(
  record: DecisionRecord,
  names: readonly string[],
  model: ExplainedModel,
): Promise<Reasons> {
  const { name, version, sha256, input } = model.manifest;
  const groups = groupsOf(input.features);
  const attempt = attemptRow(record, names, input.features);
  const background = backgroundOf(model);
  const [own, ...others] = [attempt, ...background.rows].map((row) => numbersOf(row, model));
  const batched = new BatchedModel(model);
  const places = groups.map(({ members }) => members.map(({ place }) => place));
  const worths = await coalitionWorths(batched, own!, others, places);
  const values = shapleyValues(worths);
  const strong = await strengths(batched, own!, others, places);
  const reasons = groups.map((group, i) =>
    groupReason(group, values[i]!, { attempt, background, strong }),
  );
  const points = pointsOf(record.probability);
  return {
    schema: reasonsSchema,
    decisionId: record.id,
    model: { name, version, sha256 },
    riskScore: record.riskScore,
    base: worths[0]!,
    background: { kind: background.kind, rows: background.rows.length },
    groups: reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    points,
    remainder: remainderOf(points, record.riskScore),
  };
}

/** The decision's features as served: those that the model reads, in its order. */
function attemptRow(record: DecisionRecord, names: readonly string[], wanted: readonly string[]) {
  const values = vectorFromJson(record.features);
  return wanted.map((name): number | null => {
    const place = names.indexOf(name);
    if (place < 0) throw new ReasonsUnavailable(`the decision has no feature ${name}`);
    const value = values[place]!;
    return Number.isNaN(value) ? null : value;
  });
}

function numbersOf(row: Row, model: ExplainedModel): Numbers {
  const values = model.allocate(1);
  for (const [i, value] of row.entries()) values[i] = value ?? Number.NaN;
  return values;
}

function groupReason(
  { group, members }: ModelGroup,
  points: number,
  found: { attempt: Row; background: Background; strong: Float64Array },
): GroupReason {
  const features = members
    .map(({ place, feature }) =>
      featureReason(feature, found.attempt[place]!, {
        usual: typicalValue(found.background.rows, place),
        points: found.strong[place]!,
      }),
    )
    .filter((one) => Math.abs(one.points) >= noticeable)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const named = features.map((one) => ({ ...one, isTypical: one.value === one.usual.value }));
  return {
    group,
    title: groupTitles[group],
    points,
    sentence: sentenceOf(points, named),
    features: features.slice(0, featuresMax),
  };
}

function featureReason(
  feature: Feature,
  value: number | null,
  { usual, points }: Pick<FeatureReason, "usual" | "points">,
): FeatureReason {
  const { name, why } = feature;
  const typically = describeTypical(feature, value, usual) ?? "typical";
  const text = `${describeFeature(feature, value)} (${typically})`;
  return { name, value, usual, points, text, why };
}

interface ModelGroup {
  group: FeatureGroup;
  /** The features that the model reads, with their indices in its order. */
  members: readonly { place: number; feature: Feature }[];
}

const byName = new Map(catalogue.map((feature) => [feature.name, feature]));

/** The groups of which the model reads a feature, in the catalogue's order: the players. */
function groupsOf(names: readonly string[]): ModelGroup[] {
  const members = names.map((name, place) => ({ place, feature: knownFeature(name) }));
  const groups = new Set(catalogue.map(({ group }) => group));
  return [...groups]
    .map((group) => ({ group, members: members.filter((one) => one.feature.group === group) }))
    .filter((one) => one.members.length > 0);
}

function knownFeature(name: string): Feature {
  const feature = byName.get(name);
  if (feature) return feature;
  throw new ReasonsUnavailable(`the model reads ${name}, which this version no longer knows`);
}
