/** The figures of a replay, from its tally. */
import { isoTime } from "../../base/iso-time.ts";
import { type RiskSetting, riskSettings } from "../../projects/risk-setting.ts";
import { denyFrom, type RiskLevel, riskLevels } from "../../risk/score.ts";
import {
  populationStability,
  type ShiftLevel,
  shiftLevelOf,
} from "../drift/population-stability.ts";
import type { Prices } from "../money/prices.ts";
import { type CalibratedBand, calibratedBands, calibrationError } from "./calibration.ts";
import { type CostChange, costChange, sideCosts } from "./costs.ts";
import { type Share, shareOf } from "./interval.ts";
import type { KnownAs } from "./outcome-known.ts";
import { type Ranking, rankingOf } from "./rank-histogram.ts";
import { type Distribution, distributionOf } from "./score-distribution.ts";
import type { SegmentKind } from "./segment.ts";
import {
  type JudgedParts,
  judgedParts,
  type NewlyDenied,
  newlyDenied,
  type SegmentFigures,
  segmentFigures,
} from "./segments.ts";
import type { Example, SettingTally } from "./setting-tally.ts";
import { largestMove, type Tally } from "./tally.ts";
import { type UnseenFigures, unseenFigures } from "./unseen.ts";

interface BeforeAfter<Figure> {
  before: Figure;
  after: Figure;
}

export interface CostedMistakes {
  /** Of the bookings whose outcome is known. */
  count: number;
  /** Null where no prices were entered. */
  cost: number | null;
}

export interface SettingSide {
  denied: number;
  /** Of the denied whose outcome is known, those that were fraud. */
  precision: Share;
  /** Of the known frauds, those that were denied. */
  recall: Share;
  /** Null where nothing is compared. */
  denyRate: number | null;
  refusedGuests: CostedMistakes;
  missedFraud: CostedMistakes;
  cost: number | null;
}

export interface FlipFigures {
  count: number;
  /** Known to be fraud, and known to be legitimate. */
  fraud: number;
  legitimate: number;
  examples: (Omit<Example, "decidedAt"> & { decidedAt: string })[];
}

export interface SettingFigures extends BeforeAfter<SettingSide>, CostChange {
  denyFrom: number;
  flips: { toDeny: FlipFigures; toAllow: FlipFigures };
}

export interface ReplayFigures {
  decisions: {
    replayed: number;
    compared: number;
    unscored: number;
    unreadable: number;
    leftOutExamples: string[];
    first: string | null;
    last: string | null;
    bySource: Record<string, number>;
    decidedBy: Record<string, number>;
  };
  /** Whether the recomputed features are, bit for bit, those that were served. */
  recomputed: {
    differing: number;
    differingFeatures: Record<string, number>;
    otherFeatureSet: number;
  };
  /** Whether the probabilities are, bit for bit, those that were served. */
  probabilities: { differing: number; largestChange: number };
  outcomes: Record<KnownAs, number>;
  /** Bookings that the control group let through; of those whose outcome is known, the share that was fraud. */
  controlGroup: { letThrough: number; fraud: Share };
  score: BeforeAfter<Distribution> & {
    move: Distribution & { unchanged: number };
    populationStability: { index: number | null; level: ShiftLevel };
  };
  levels: BeforeAfter<Record<RiskLevel, number>> & {
    moved: Record<RiskLevel, Record<RiskLevel, number>>;
  };
  ranking: BeforeAfter<Ranking>;
  calibration: BeforeAfter<{ error: number | null; bands: CalibratedBand[] }>;
  settings: Record<RiskSetting, SettingFigures>;
  /** Decisions by the day of the week, from Sunday, UTC. */
  weekdays: number[];
  /** Both models as if nothing had been seen of the visitors. */
  withoutTelemetry: UnseenFigures;
  /** Parts of the bookings, under the report's risk setting. */
  segments: Record<SegmentKind, SegmentFigures[]>;
  /** The parts of which more are denied than before, beyond chance. */
  newlyDenied: Record<RiskSetting, NewlyDenied[]>;
  /** How many parts that comparison can judge, and which it cannot. */
  judgedParts: Record<RiskSetting, JudgedParts[]>;
}

/**
 * @param prices null where none were entered.
 * @param riskSetting the one under which parts of the bookings are shown.
 */
export function figuresOf(
  tally: Tally,
  prices: Prices | null,
  riskSetting: RiskSetting,
): ReplayFigures {
  const compared = tally.decisions - tally.unscored - tally.unreadable;
  return {
    decisions: {
      replayed: tally.decisions,
      compared,
      unscored: tally.unscored,
      unreadable: tally.unreadable,
      leftOutExamples: tally.leftOutExamples,
      first: momentOf(tally.firstAt),
      last: momentOf(tally.lastAt),
      bySource: tally.bySource,
      decidedBy: tally.byModel,
    },
    recomputed: {
      differing: tally.differing,
      differingFeatures: tally.differingFeatures,
      otherFeatureSet: tally.otherFeatureSet,
    },
    probabilities: {
      differing: tally.otherProbability,
      largestChange: tally.largestProbabilityChange,
    },
    outcomes: tally.outcomes,
    controlGroup: controlGroupFigures(tally),
    score: scoreFigures(tally, compared),
    levels: levelFigures(tally),
    ranking: { before: rankingOf(tally.before.ranks), after: rankingOf(tally.after.ranks) },
    calibration: {
      before: calibrationFigures(tally.before.calibration),
      after: calibrationFigures(tally.after.calibration),
    },
    settings: byName(riskSettings, (setting) =>
      settingFigures(tally.settings[setting], { setting, compared, prices }),
    ),
    weekdays: tally.weekdays,
    withoutTelemetry: unseenFigures(tally.unseen),
    segments: segmentFigures(tally.segments, riskSetting),
    newlyDenied: byName(riskSettings, (setting) => newlyDenied(tally.segments, setting)),
    judgedParts: byName(riskSettings, (setting) => judgedParts(tally.segments, setting)),
  };
}

function controlGroupFigures({ letThrough }: Tally): ReplayFigures["controlGroup"] {
  const { fraud, legitimate, quiet, unknown } = letThrough;
  const known = fraud + legitimate + quiet;
  return { letThrough: known + unknown, fraud: shareOf(fraud, known) };
}

function scoreFigures({ before, after, moves }: Tally, compared: number): ReplayFigures["score"] {
  const index = populationStability(tens(before.scores), tens(after.scores));
  const level = shiftLevelOf(index, { bins: 10, rows: [compared, compared] });
  return {
    before: distributionOf(before.scores),
    after: distributionOf(after.scores),
    move: { ...distributionOf(moves, -largestMove), unchanged: moves[largestMove]! },
    populationStability: { index: Number.isNaN(index) ? null : index, level },
  };
}

/** Ten bins of ten scores. */
function tens(scores: readonly number[]): number[] {
  return Array.from({ length: 10 }, (_, i) =>
    scores.slice(10 * i, 10 * i + 10).reduce((sum, count) => sum + count, 0),
  );
}

function levelFigures({ levels }: Tally): ReplayFigures["levels"] {
  const count = (from: number, to: number) => levels[from]![to]!;
  const all = riskLevels.map((_, i) => i);
  const sum = (counts: number[]) => counts.reduce((total, one) => total + one, 0);
  return {
    before: byName(riskLevels, (_, i) => sum(all.map((to) => count(i, to)))),
    after: byName(riskLevels, (_, i) => sum(all.map((from) => count(from, i)))),
    moved: byName(riskLevels, (_, from) => byName(riskLevels, (_, to) => count(from, to))),
  };
}

function calibrationFigures(calibration: Tally["before"]["calibration"]) {
  return { error: calibrationError(calibration), bands: calibratedBands(calibration) };
}

function settingFigures(
  { before, after, toDeny, toAllow, outcomes }: SettingTally,
  { setting, compared, prices }: { setting: RiskSetting; compared: number; prices: Prices | null },
): SettingFigures {
  const side = (
    { denied, caught, refused, missed }: SettingTally["before"],
    costs: { refused: number; missed: number } | undefined,
  ): SettingSide => ({
    denied,
    precision: shareOf(caught, caught + refused),
    recall: shareOf(caught, caught + missed),
    denyRate: compared === 0 ? null : denied / compared,
    refusedGuests: { count: refused, cost: costs?.refused ?? null },
    missedFraud: { count: missed, cost: costs?.missed ?? null },
    cost: costs ? costs.refused + costs.missed : null,
  });
  const costs = prices && sideCosts(outcomes, prices);
  return {
    denyFrom: denyFrom[setting],
    before: side(before, costs?.before),
    after: side(after, costs?.after),
    flips: { toDeny: flipFigures(toDeny), toAllow: flipFigures(toAllow) },
    ...costChange(outcomes, prices),
  };
}

function flipFigures({ count, fraud, other, examples }: SettingTally["toDeny"]): FlipFigures {
  return {
    count,
    fraud,
    legitimate: other,
    examples: examples.map((example) => ({ ...example, decidedAt: isoTime(example.decidedAt) })),
  };
}

function byName<Name extends string, Figure>(
  names: readonly Name[],
  figure: (name: Name, index: number) => Figure,
): Record<Name, Figure> {
  return Object.fromEntries(names.map((name, i) => [name, figure(name, i)])) as Record<
    Name,
    Figure
  >;
}

const momentOf = (ms: number | null) => isoTime(ms) as string;
