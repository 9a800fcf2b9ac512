/** Parts of the bookings that a report shows apart: a model may be good for most and bad for some. */
import { normalQuantile } from "../../base/confidence-interval.ts";
import { type RiskSetting, riskSettings } from "../../projects/risk-setting.ts";
import { denyRateLimits } from "../../risk/deny-rate.ts";
import { suggestedActionOf } from "../../risk/score.ts";
import type { Compared } from "./compared.ts";
import { pairedChange } from "./interval.ts";
import { type SegmentKind, segmentKinds } from "./segment.ts";

/** Parts of one kind that are counted; the decisions of further ones are counted together. */
const partsMax = 500;
/** Parts of one kind that are shown, the largest first. */
const shownMax = 12;
/** In a part with fewer decisions, a share says little. */
export const segmentDecisionsMin = 20;
const others = "others";

interface SettingCounts {
  before: number;
  after: number;
  toDeny: number;
  toDenyFraud: number;
  toDenyOther: number;
}

interface SegmentTally {
  decisions: number;
  /** Known outcomes. */
  fraud: number;
  other: number;
  settings: Record<RiskSetting, SettingCounts>;
}

export type SegmentTallies = Record<SegmentKind, Record<string, SegmentTally>>;

export function segmentTallies(): SegmentTallies {
  return { telemetry: {}, source: {}, country: {}, hotel: {}, nights: {}, leadTime: {} };
}

export function addToSegments(tallies: SegmentTallies, one: Compared): void {
  for (const kind of segmentKinds) {
    const parts = tallies[kind];
    const name = one.segments[kind];
    const isKept = Object.hasOwn(parts, name) || Object.keys(parts).length < partsMax;
    addToSegment(tallyOf(parts, isKept ? name : others), one);
  }
}

function tallyOf(parts: Record<string, SegmentTally>, name: string): SegmentTally {
  if (Object.hasOwn(parts, name)) return parts[name]!;
  const counts = { before: 0, after: 0, toDeny: 0, toDenyFraud: 0, toDenyOther: 0 };
  const settings = Object.fromEntries(riskSettings.map((setting) => [setting, { ...counts }]));
  const tally = { decisions: 0, fraud: 0, other: 0, settings } as SegmentTally;
  Object.defineProperty(parts, name, { value: tally, enumerable: true, configurable: true });
  return tally;
}

function addToSegment(tally: SegmentTally, { before, after, fraud }: Compared): void {
  tally.decisions += 1;
  if (fraud !== null) tally[fraud ? "fraud" : "other"] += 1;
  for (const setting of riskSettings) {
    const counts = tally.settings[setting];
    const was = suggestedActionOf(before.riskScore, setting) === "deny";
    const is = suggestedActionOf(after.riskScore, setting) === "deny";
    if (was) counts.before += 1;
    if (is) counts.after += 1;
    if (was || !is) continue;
    counts.toDeny += 1;
    if (fraud !== null) counts[fraud ? "toDenyFraud" : "toDenyOther"] += 1;
  }
}

export interface SegmentFigures extends SettingCounts {
  name: string;
  decisions: number;
  fraud: number;
  other: number;
}

/** The largest parts of each kind that are large enough, under one setting; then the rest, as one. */
export function segmentFigures(
  tallies: SegmentTallies,
  setting: RiskSetting,
): Record<SegmentKind, SegmentFigures[]> {
  return Object.fromEntries(
    segmentKinds.map((kind) => [kind, largest(Object.entries(tallies[kind]), setting)]),
  ) as Record<SegmentKind, SegmentFigures[]>;
}

function largest(parts: [string, SegmentTally][], setting: RiskSetting): SegmentFigures[] {
  const all = parts
    .map(([name, { decisions, fraud, other, settings }]): SegmentFigures => {
      return { name, decisions, fraud, other, ...settings[setting] };
    })
    .sort((a, b) => b.decisions - a.decisions || (a.name < b.name ? -1 : 1));
  const isLarge = ({ name, decisions }: SegmentFigures) =>
    name !== others && decisions >= segmentDecisionsMin;
  const shown = all.filter(isLarge).slice(0, shownMax);
  const rest = all.filter((one) => !shown.includes(one));
  return rest.length === 0 ? shown : [...shown, rest.reduce(together, noneOf(rest.length))];
}

const noneOf = (parts: number): SegmentFigures => ({
  name: parts === 1 ? "one other" : `${parts} others`,
  decisions: 0,
  fraud: 0,
  other: 0,
  before: 0,
  after: 0,
  toDeny: 0,
  toDenyFraud: 0,
  toDenyOther: 0,
});

function together(sum: SegmentFigures, one: SegmentFigures): SegmentFigures {
  return {
    name: sum.name,
    decisions: sum.decisions + one.decisions,
    fraud: sum.fraud + one.fraud,
    other: sum.other + one.other,
    before: sum.before + one.before,
    after: sum.after + one.after,
    toDeny: sum.toDeny + one.toDeny,
    toDenyFraud: sum.toDenyFraud + one.toDenyFraud,
    toDenyOther: sum.toDenyOther + one.toDenyOther,
  };
}

/** A part of which the candidate denies more. */
export interface NewlyDenied {
  kind: SegmentKind;
  name: string;
  decisions: number;
  /** Share denied before. */
  before: number;
  /** By how much more are denied, known frauds not counted, and the least that chance leaves of it. */
  change: number;
  low: number;
}

/** As many are kept. */
const newlyDeniedMax = 12;

/** How many parts of one kind are judged, and which are not: chance could explain any change in so few decisions. */
export interface JudgedParts {
  kind: SegmentKind;
  /** Parts with `segmentDecisionsMin` decisions or more. */
  judged: number;
  /** Parts with fewer, the decisions of all of them, and those newly denied among these, without known frauds. */
  tooFew: number;
  decisions: number;
  newlyDenied: number;
  /** Some of the parts with too few: those with the most newly denied first, then the largest. */
  examples: { name: string; decisions: number; newlyDenied: number }[];
}

const examplesMax = 5;

/** By kind, in the order of `segmentKinds`. */
export function judgedParts(tallies: SegmentTallies, setting: RiskSetting): JudgedParts[] {
  return segmentKinds.map((kind) => {
    const parts = Object.entries(tallies[kind]).map(([name, { decisions, settings }]) => {
      const { toDeny, toDenyFraud } = settings[setting];
      return { name, decisions, newlyDenied: toDeny - toDenyFraud };
    });
    const few = parts
      .filter(({ decisions }) => decisions < segmentDecisionsMin)
      .sort((a, b) => b.newlyDenied - a.newlyDenied || b.decisions - a.decisions);
    return {
      kind,
      judged: parts.length - few.length,
      tooFew: few.length,
      decisions: few.reduce((sum, one) => sum + one.decisions, 0),
      newlyDenied: few.reduce((sum, one) => sum + one.newlyDenied, 0),
      examples: few.slice(0, examplesMax),
    };
  });
}

/**
 * The parts that the candidate denies more often, those with the largest change beyond chance first. Known frauds
 * that it denies are not counted against it.
 */
export function newlyDenied(tallies: SegmentTallies, setting: RiskSetting): NewlyDenied[] {
  const beyond = ({ low, before }: NewlyDenied) => low - denyRateLimits.denyRateRatioMax * before;
  return segmentKinds
    .flatMap((kind) =>
      Object.entries(tallies[kind]).map(([name, { decisions, settings }]): NewlyDenied => {
        const { before, after, toDeny, toDenyFraud } = settings[setting];
        const moved = { more: toDeny - toDenyFraud, less: before + toDeny - after };
        // Of hundreds of parts, the 95 % interval of some would be above the limit by chance.
        const { change, low } = pairedChange(moved, decisions, normalQuantile[0.999]);
        return { kind, name, decisions, before: before / decisions, change, low };
      }),
    )
    .filter(({ decisions, low }) => decisions >= segmentDecisionsMin && low > 0)
    .sort((a, b) => beyond(b) - beyond(a))
    .slice(0, newlyDeniedMax);
}
