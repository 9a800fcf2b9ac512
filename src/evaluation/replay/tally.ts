/**
 * Everything that a replay counts: plain numbers and arrays, so that a checkpoint is its JSON, and
 * of constant size.
 */
import { type RiskSetting, riskSettings } from "../../projects/risk-setting.ts";
import { riskLevelOf, riskLevels } from "../../risk/score.ts";
import { addToCalibration, type Calibration, emptyCalibration } from "./calibration.ts";
import type { Compared, Scored, ServedDecision } from "./compared.ts";
import { type KnownAs, knownAs } from "./outcome-known.ts";
import { addRank, type RankHistogram, rankHistogram } from "./rank-histogram.ts";
import { addToSegments, type SegmentTallies, segmentTallies } from "./segments.ts";
import { addToSetting, type SettingTally, settingTally } from "./setting-tally.ts";
import { addUnseen, type UnseenTally, unseenTally } from "./unseen.ts";

/** The counts of one model. */
interface SideTally {
  /** Decisions by score, 0 to 99. */
  scores: number[];
  ranks: RankHistogram;
  calibration: Calibration;
}

export interface Tally {
  decisions: number;
  firstAt: number | null;
  lastAt: number | null;
  bySource: Record<string, number>;
  byModel: Record<string, number>;
  outcomes: Record<KnownAs, number>;
  /** Of them, those that the control group let through. */
  letThrough: Record<KnownAs, number>;
  /** Decisions for which the candidate returns no probability. */
  unscored: number;
  /** Decisions whose stored request or evidence cannot be read. */
  unreadable: number;
  /** The first few of both. */
  leftOutExamples: string[];
  /** Decisions whose recomputed features differ from those served, and which features. */
  differing: number;
  differingFeatures: Record<string, number>;
  /** Decisions served by another catalogue than the current one. */
  otherFeatureSet: number;
  before: SideTally;
  after: SideTally;
  /** Decisions by how far the score moves, from -99 to 99. */
  moves: number[];
  /** Decisions whose probability differs, if only in the last bit, and by how much at most. */
  otherProbability: number;
  largestProbabilityChange: number;
  /** Before (row) and after (column), in the order of `riskLevels`. */
  levels: number[][];
  settings: Record<RiskSetting, SettingTally>;
  /** Decisions by the day of the week, from Sunday, UTC. */
  weekdays: number[];
  /** Scored again as if nothing had been seen of the visitors. */
  unseen: UnseenTally;
  segments: SegmentTallies;
}

export const largestMove = 99;
const leftOutMax = 8;

const sideTally = (): SideTally => ({
  scores: new Array(100).fill(0),
  ranks: rankHistogram(),
  calibration: emptyCalibration(),
});

const noOutcomes = () =>
  Object.fromEntries(knownAs.map((name) => [name, 0])) as Record<KnownAs, number>;

export function emptyTally(): Tally {
  return {
    decisions: 0,
    firstAt: null,
    lastAt: null,
    bySource: {},
    byModel: {},
    outcomes: noOutcomes(),
    letThrough: noOutcomes(),
    unscored: 0,
    unreadable: 0,
    leftOutExamples: [],
    differing: 0,
    differingFeatures: {},
    otherFeatureSet: 0,
    before: sideTally(),
    after: sideTally(),
    moves: new Array(2 * largestMove + 1).fill(0),
    otherProbability: 0,
    largestProbabilityChange: 0,
    levels: riskLevels.map(() => riskLevels.map(() => 0)),
    settings: Object.fromEntries(
      riskSettings.map((setting) => [setting, settingTally()]),
    ) as Tally["settings"],
    weekdays: new Array(7).fill(0),
    unseen: unseenTally(),
    segments: segmentTallies(),
  };
}

/** Counts a decision that both models scored. */
export function addCompared(tally: Tally, one: Compared): void {
  const { before, after } = one;
  addDecision(tally, one);
  addToSideTally(tally.before, before, one.fraud);
  addToSideTally(tally.after, after, one.fraud);
  tally.moves[after.riskScore - before.riskScore + largestMove]! += 1;
  if (before.probability !== after.probability) {
    const change = Math.abs(after.probability - before.probability);
    tally.otherProbability += 1;
    tally.largestProbabilityChange = Math.max(tally.largestProbabilityChange, change);
  }
  const [from, to] = [riskLevelOf(before.riskScore), riskLevelOf(after.riskScore)];
  tally.levels[riskLevels.indexOf(from)]![riskLevels.indexOf(to)]! += 1;
  for (const setting of riskSettings) addToSetting(tally.settings[setting], setting, one);
  addUnseen(tally.unseen, one);
  addToSegments(tally.segments, one);
}

/** Counts a decision that cannot be compared, as the candidate has no result for it. */
export function addLeftOut(
  tally: Tally,
  one: ServedDecision,
  why: "unscored" | "unreadable",
): void {
  addDecision(tally, one);
  tally[why] += 1;
  if (tally.leftOutExamples.length < leftOutMax) tally.leftOutExamples.push(one.decisionId);
}

function addDecision(tally: Tally, one: ServedDecision): void {
  tally.decisions += 1;
  tally.firstAt = Math.min(tally.firstAt ?? one.decidedAt, one.decidedAt);
  tally.lastAt = Math.max(tally.lastAt ?? 0, one.decidedAt);
  tally.weekdays[new Date(one.decidedAt).getUTCDay()]! += 1;
  tally.bySource[one.source] = (tally.bySource[one.source] ?? 0) + 1;
  tally.byModel[one.decidedBy] = (tally.byModel[one.decidedBy] ?? 0) + 1;
  tally.outcomes[one.knownAs] += 1;
  if (one.letThrough) tally.letThrough[one.knownAs] += 1;
}

function addToSideTally(
  side: SideTally,
  { riskScore, probability }: Scored,
  fraud: boolean | null,
): void {
  side.scores[riskScore]! += 1;
  if (fraud === null) return;
  addRank(side.ranks, probability, fraud);
  addToCalibration(side.calibration, { riskScore, probability, fraud });
}
