/**
 * Why a decision has its score: what each group of features adds to it or takes from it, compared
 * with ordinary legitimate attempts. Exact, for any model that scores rows.
 */

import { groupTitles } from "../features/catalogue-text.ts";
import type { Feature, FeatureGroup } from "../features/feature.ts";
import { catalogue, vectorFromJson } from "../features/index.ts";
import { percentText } from "../projects/base-rate.ts";
import { modelProbabilityOf, shiftPoints } from "../risk/base-rate.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import { type Background, backgroundOf, type Typical, typicalValue } from "./background.ts";
import { BatchedModel } from "./batched-model.ts";
import { gamesOf } from "./coalitions.ts";
import { describeFeature, describeTypical } from "./describe.ts";
import {
  type ExplainedModel,
  type Numbers,
  ReasonsUnavailable,
  type Row,
} from "./explained-model.ts";
import { owenValues } from "./owen.ts";
import { pointsOf, type Remainder, remainderOf } from "./points.ts";
import { noticeable, sentenceOf } from "./sentence.ts";

/** Changes with the meaning of the members, so that reasons stored earlier are computed again. */
export const reasonsSchema = 2;

/** Features listed of a group. */
const featuresMax = 3;

export interface FeatureReason {
  name: string;
  /** Null is missing. */
  value: number | null;
  usual: Typical;
  /** Its Owen value, in score points. */
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
  /** The strongest first. These and `others` add up to the group's points. */
  features: FeatureReason[];
  /** The features that are not listed and make a difference; null where there are none. */
  others: { count: number; points: number } | null;
}

export interface Reasons {
  schema: typeof reasonsSchema;
  decisionId: string;
  model: { name: string; version: string; sha256: string };
  riskScore: number;
  /** The mean points of the background. */
  base: number;
  background: { kind: Background["kind"]; rows: number };
  /** The strongest first. `base`, these and `baseRate` add up to `points`. */
  groups: GroupReason[];
  /** What the project's own fraud rate adds to every score; null where none changed this one. */
  baseRate: BaseRateStep | null;
  /** The attempt's own points: the score before it is rounded and limited to 0 to 99. */
  points: number;
  /** What turns `points` into `riskScore`. */
  remainder: Remainder;
}

/** A constant: the same for every decision of the project by a model with this rate. */
export interface BaseRateStep {
  /** Shares of fraud among attempts. */
  project: number;
  model: number;
  points: number;
  title: string;
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
  const games = await gamesOf(batched, own!, others, places);
  const values = await owenValues(batched, own!, games, places, record.id);
  const reasons = groups.map((group, i) =>
    groupReason(group, values.groups[i]!, { attempt, background, points: values.features }),
  );
  const baseRate = baseRateStep(record);
  const points = pointsOf(modelProbabilityOf(record)) + (baseRate?.points ?? 0);
  return {
    schema: reasonsSchema,
    decisionId: record.id,
    model: { name, version, sha256 },
    riskScore: record.riskScore,
    base: games.reduce((sum, game) => sum + game.points[0]! / games.length, 0),
    background: { kind: background.kind, rows: background.rows.length },
    groups: reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    baseRate,
    points,
    remainder: remainderOf(points, record.riskScore),
  };
}

function baseRateStep(record: DecisionRecord): BaseRateStep | null {
  const { projectBaseRate: project, modelBaseRate: model } = record;
  if (project === null || model === null || project === model) return null;
  const title = `Your fraud rate, ${percentText(project)} instead of ${percentText(model)}`;
  return { project, model, points: shiftPoints(record), title };
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
  found: { attempt: Row; background: Background; points: Float64Array },
): GroupReason {
  const features = members
    .map(({ place, feature }) =>
      featureReason(feature, found.attempt[place]!, {
        usual: typicalValue(found.background.rows, place),
        points: found.points[place]!,
      }),
    )
    .filter((one) => one.points !== 0)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const listed = features.filter((one, i) => i < featuresMax && Math.abs(one.points) >= noticeable);
  const others = features.filter((one) => !listed.includes(one));
  const named = features.map((one) => ({ ...one, isTypical: one.value === one.usual.value }));
  return {
    group,
    title: groupTitles[group],
    points,
    sentence: sentenceOf(points, named),
    features: listed,
    others: others.length === 0 ? null : { count: others.length, points: sumOf(others) },
  };
}

const sumOf = (parts: readonly { points: number }[]) =>
  parts.reduce((sum, { points }) => sum + points, 0);

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
