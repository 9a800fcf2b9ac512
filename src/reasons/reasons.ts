/**
 * Why a decision has its score: what each group of features adds to it or takes from it, against
 * attempts with which nothing is the matter. Exact, for any model that answers rows.
 */

import { groupTitles } from "../features/catalogue-text.ts";
import type { Feature, FeatureGroup } from "../features/feature.ts";
import { vectorFromJson } from "../features/index.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import { Answers } from "./answers.ts";
import { type Background, backgroundOf } from "./background.ts";
import { coalitionWorths } from "./coalitions.ts";
import {
  type ExplainedModel,
  type Numbers,
  ReasonsUnavailable,
  type Row,
} from "./explained-model.ts";
import { groupsOf, type ModelGroup } from "./groups.ts";
import { pointsOf, type Remainder, remainderOf } from "./points.ts";
import { said, saidUsual } from "./said.ts";
import { noticeable, sentenceOf } from "./sentence.ts";
import { shapleyValues } from "./shapley.ts";
import { strengths } from "./strongest.ts";
import { type Usual, usualOf } from "./usual.ts";

/** Changes with the meaning of what is told, so that what was kept before is not told any more. */
export const reasonsSchema = 1;

/** Single features told of a group. */
const featuresTold = 3;

export interface FeatureReason {
  name: string;
  /** Null is missing. */
  value: number | null;
  usual: Usual;
  /** How strong it is in its group, in score points; those of a group do not add up. */
  points: number;
  /** As in "1 night of stay (usually 2)". */
  text: string;
  /** Why fraud moves it, by the catalogue. */
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
  /** What makes `riskScore` of `points`. */
  remainder: Remainder;
}

/**
 * @param names of the features in the decision's vector: its feature set's.
 * @param model the one that decided.
 * @throws ReasonsUnavailable where the model does not answer what reasons need.
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
  const answers = new Answers(model);
  const places = groups.map(({ members }) => members.map(({ place }) => place));
  const worths = await coalitionWorths(answers, own!, others, places);
  const values = shapleyValues(worths);
  const strong = await strengths(answers, own!, others, places);
  const told = groups.map((group, i) =>
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
    groups: told.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    points,
    remainder: remainderOf(points, record.riskScore),
  };
}

/** The decision's features as served, those that the model reads, in its order. */
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
        usual: usualOf(found.background.rows, place),
        points: found.strong[place]!,
      }),
    )
    .filter((one) => Math.abs(one.points) >= noticeable)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
  const telling = features.map((one) => ({ ...one, isUsual: one.value === one.usual.value }));
  return {
    group,
    title: groupTitles[group],
    points,
    sentence: sentenceOf(points, telling),
    features: features.slice(0, featuresTold),
  };
}

function featureReason(
  feature: Feature,
  value: number | null,
  { usual, points }: Pick<FeatureReason, "usual" | "points">,
): FeatureReason {
  const { name, why } = feature;
  const usually = saidUsual(feature, value, usual);
  const text = said(feature, value) + (usually === null ? " (as usual)" : ` (${usually})`);
  return { name, value, usual, points, text, why };
}
