/**
 * Why a decision has its score: what each group of features adds to it or takes from it, compared
 * with ordinary legitimate attempts, and within each group what each feature does (`owen.ts`). For
 * any model that scores rows.
 */

import { modelProbabilityOf } from "../../risk/base-rate.ts";
import { attributeFeature, attributeValue } from "../../risk/features/attribute-feature.ts";
import { catalogue, decodeVector } from "../../risk/features/index.ts";
import { storedAttributes } from "../../risk/stored-attributes.ts";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import type { DecisionRecord } from "../../storage/port/decisions.ts";
import { isBlanked } from "../../storage/port/guests.ts";
import { type Background, backgroundOf, type Typical, typicalValue } from "./background.ts";
import { BatchedModel } from "./batched-model.ts";
import { type Game, gamesOf } from "./coalitions.ts";
import { type Contribution, contributionOf } from "./contribution.ts";
import { isDefinite } from "./definite-evidence.ts";
import { describeFeature } from "./describe.ts";
import {
  type ExplainedFeature,
  explainedAttribute,
  type ReasonGroup,
  reasonGroupTitles,
} from "./explained-feature.ts";
import {
  type ExplainedModel,
  type Numbers,
  ReasonsUnavailable,
  type Row,
} from "./explained-model.ts";
import { MixedTrees } from "./mixed-trees.ts";
import type { MixingModel } from "./mixtures.ts";
import { noticeable } from "./noticeable.ts";
import { owenValues } from "./owen.ts";
import { pointsOf, type Remainder, remainderOf, type Step, stepsOf } from "./points.ts";
import { sentenceOf } from "./sentence.ts";
import { type Summary, summaryOf } from "./summary.ts";

/** Changes with the meaning of the members, so that reasons stored earlier are computed again. */
export const reasonsSchema = 3;

/** Features listed of a group, besides definite evidence. */
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
  /** Why it moves the score in this direction. */
  why: string;
  isDefinite: boolean;
}

export interface GroupReason {
  group: ReasonGroup;
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
  summary: Summary;
  /** Definite evidence that the model does not read, a text each. */
  unread: string[];
  /** The mean points of the background. */
  base: number;
  background: { kind: Background["kind"]; rows: number };
  /** The strongest first. `base`, these and `steps` add up to `points`. */
  groups: GroupReason[];
  /** Constant steps from the model's points to the attempt's own. */
  steps: Step[];
  /** The attempt's own points: the score before it is rounded and limited to 0 to 99. */
  points: number;
  /** What turns `points` into `riskScore`. */
  remainder: Remainder;
}

/**
 * @param names of the features in the decision's vector: its feature set's.
 * @param model the model that decided.
 * @param attributes those that the project declares, the archived ones too.
 * @throws ReasonsUnavailable where the reasons cannot be computed from the model.
 */
export async function reasonsOf(
  record: DecisionRecord,
  names: readonly string[],
  model: ExplainedModel,
  attributes: readonly ProjectAttribute[] = [],
): Promise<Reasons> {
  const { name, version, sha256, input } = model.manifest;
  const groups = groupsOf(input.features, attributes);
  const attempt = attemptRow(record, names, input.features);
  const background = backgroundOf(model);
  const [own, ...others] = [attempt, ...background.rows].map((row) => numbersOf(row, model));
  const trees = model.trees?.();
  const mixing = trees ? new MixedTrees(trees) : new BatchedModel(model);
  const places = groups.map(({ members }) => members.map(({ place }) => place));
  const games = await gamesOf(mixing, own!, others, places);
  const values = await owenValues(mixing, own!, games, places, record.id);
  const alone = await aloneOf(mixing, { attempt: own!, games, names: input.features });
  const found = { attempt, background, points: values.features, alone };
  const contributions = groups.map(({ members }) => contributionsOf(members, found));
  const reasons = groups.map((group, i) =>
    groupReason(group, values.groups[i]!, contributions[i]!),
  );
  const steps = stepsOf(record);
  const points = steps.reduce(
    (sum, step) => sum + step.points,
    pointsOf(modelProbabilityOf(record)),
  );
  return {
    schema: reasonsSchema,
    decisionId: record.id,
    model: { name, version, sha256 },
    riskScore: record.riskScore,
    summary: summaryOf(record, contributions.flat()),
    unread: unreadEvidence(record, names, input.features),
    base: meanOf(games, ({ points }) => points[0]!),
    background: { kind: background.kind, rows: background.rows.length },
    groups: reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    steps,
    points,
    remainder: remainderOf(points, record.riskScore),
  };
}

const meanOf = (games: readonly Game[], of: (game: Game) => number) =>
  games.reduce((sum, game) => sum + of(game) / games.length, 0);

/** By index: what definite evidence changes by itself in a background row, on average. */
async function aloneOf(
  model: MixingModel,
  { attempt, games, names }: { attempt: Numbers; games: readonly Game[]; names: readonly string[] },
): Promise<Map<number, number>> {
  const definite = [...names.keys()].filter((place) => isDefinite(names[place]!, attempt[place]!));
  const walks: { place: number; points: Float64Array }[] = [];
  for (const place of definite) {
    for (const { mixtures } of games) {
      const points = new Float64Array(2);
      await mixtures.walk([], [place], points);
      walks.push({ place, points });
    }
  }
  model.flush();
  const alone = new Map(definite.map((place) => [place, 0]));
  for (const { place, points } of walks) {
    alone.set(place, alone.get(place)! + (points[1]! - points[0]!) / games.length);
  }
  return alone;
}

/** Definite evidence is named even if the model does not read it. */
function unreadEvidence(
  record: DecisionRecord,
  names: readonly string[],
  read: readonly string[],
): string[] {
  const values = decodeVector(record.features);
  return names.flatMap((name, place) => {
    const feature = byName.get(name);
    const value = values[place]!;
    if (!feature || read.includes(name) || !isDefinite(name, value)) return [];
    return [describeFeature(feature, value)];
  });
}

/** The decision's features as served: those that the model reads, in its order. */
function attemptRow(record: DecisionRecord, names: readonly string[], wanted: readonly string[]) {
  const values = decodeVector(record.features);
  const attributes = wanted.some(attributeFeature) ? storedAttributes(record) : undefined;
  return wanted.map((name): number | null => {
    const feature = attributeFeature(name);
    if (feature) {
      if (isBlanked(record)) {
        throw new ReasonsUnavailable(
          `the request, which had ${name}, was removed by its retention`,
        );
      }
      const value = attributeValue(feature, attributes);
      return Number.isNaN(value) ? null : value;
    }
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

interface Found {
  attempt: Row;
  background: Background;
  /** By index: each feature's Owen value. */
  points: Float64Array;
  /** By index: what definite evidence does by itself. */
  alone: ReadonlyMap<number, number>;
}

/** Those that make a difference, and definite evidence; the strongest first. */
function contributionsOf(members: ModelGroup["members"], found: Found): Contribution[] {
  return members
    .map(({ place, feature }) =>
      contributionOf(feature, {
        value: found.attempt[place]!,
        usual: typicalValue(found.background.rows, place),
        points: found.points[place]!,
        alone: found.alone.get(place) ?? null,
      }),
    )
    .filter((one) => one.points !== 0 || one.isDefinite)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

function groupReason(
  { group }: ModelGroup,
  points: number,
  contributions: readonly Contribution[],
): GroupReason {
  const isListed = (one: Contribution, i: number) =>
    one.isDefinite || (i < featuresMax && Math.abs(one.points) >= noticeable);
  const others = contributions.filter((one, i) => !isListed(one, i));
  const sum = others.reduce((all, one) => all + one.points, 0);
  return {
    group,
    title: reasonGroupTitles[group],
    points,
    sentence: sentenceOf(points, contributions),
    features: contributions.filter(isListed).map(featureReason),
    others: others.length === 0 ? null : { count: others.length, points: sum },
  };
}

function featureReason(contribution: Contribution): FeatureReason {
  const { feature, usual, points, text, why, isDefinite } = contribution;
  const value = feature.isPersonal ? null : contribution.value;
  return { name: feature.name, value, usual, points, text, why, isDefinite };
}

interface ModelGroup {
  group: ReasonGroup;
  /** The features that the model reads, with their indices in its order. */
  members: readonly { place: number; feature: ExplainedFeature }[];
}

const byName = new Map<string, ExplainedFeature>(
  catalogue.map((feature) => [feature.name, feature]),
);

/** The groups of which the model reads a feature, in the catalogue's order: the players. */
function groupsOf(names: readonly string[], attributes: readonly ProjectAttribute[]): ModelGroup[] {
  const members = names.map((name, place) => ({
    place,
    feature: explainedAttribute(name, attributes) ?? knownFeature(name),
  }));
  const groups = new Set<ReasonGroup>([...catalogue.map(({ group }) => group), "attributes"]);
  return [...groups]
    .map((group) => ({ group, members: members.filter((one) => one.feature.group === group) }))
    .filter((one) => one.members.length > 0);
}

function knownFeature(name: string): ExplainedFeature {
  const feature = byName.get(name);
  if (feature) return feature;
  throw new ReasonsUnavailable(`the model reads ${name}, which this version no longer knows`);
}
