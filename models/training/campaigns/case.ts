/** What a case is: campaigns that book, see the answers and adapt, and what is asked of the scores. */
import type { SentAttempt } from "../simulator/kind.ts";
import type { Merchant } from "../simulator/merchants.ts";
import type { Random } from "../simulator/random.ts";
import type { Answer, Fate } from "./service.ts";

/** The next attempt of a campaign. */
export interface Move extends Fate {
  at: number;
  sent: SentAttempt;
  /** Only asked what the score would be: nothing is remembered. */
  probe?: boolean;
}

/** What one campaign found for one line of the table. */
export interface Finding {
  line: string;
  /** The scores in the range that the line asks about. */
  scores?: readonly number[];
  /** Differences or falls, in points. */
  points?: readonly number[];
  /** What its bookings cost, with each budget. */
  spent?: readonly Spent[];
}

/** What an attacker spends on the bookings that are accepted. */
export interface Spent {
  budget: number;
  attempts: number;
  accepted: number;
  identities: number;
  addresses: number;
  devices: number;
  hours: number;
}

/** A campaign is asked for its next attempt with the answer to the one before. */
export type Campaign = Generator<Move, readonly Finding[], Answer>;

/** What a campaign gets from its season. */
export interface Stage {
  random: Random;
  /** A seed of its own, for what has to be the same twice. */
  seed: string;
  merchants: readonly Merchant[];
  /** When it begins. */
  at: number;
  /** When the season ends. */
  end: number;
  /** Hotels that other campaigns of the season concentrate on. */
  taken: Set<string>;
}

export interface Line {
  name: string;
  goals: readonly Goal[];
}

export interface Case {
  name: string;
  /** Campaigns per season. */
  campaigns: number;
  /** How long a campaign takes at most. */
  lastsMs: number;
  /** The earliest day of its first attempt; the histories are warm by the default. */
  fromDay?: number;
  lines: readonly Line[];
  play(stage: Stage): Campaign;
}

/** One line of the table. */
export interface Summary {
  campaigns: number;
  attempts: number;
  median: number | null;
  /** The mean share of a campaign that is denied, with 95 % limits over campaigns. */
  denied: { share: number; low: number; high: number } | null;
  points: { median: number; most: number; least: number } | null;
}

export interface Goal {
  text: string;
  /** The share of an attack that is to be denied. */
  least?: number;
  reached(summary: Summary): boolean;
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;

export const deniedAtLeast = (share: number): Goal => ({
  text: `denied >= ${percent(share)}`,
  least: share,
  reached: ({ denied }) => denied !== null && denied.share >= share,
});
export const deniedAtMost = (share: number): Goal => ({
  text: `denied <= ${percent(share)}`,
  reached: ({ denied }) => denied !== null && denied.share <= share,
});
export const medianAtMost = (score: number): Goal => ({
  text: `median <= ${score}`,
  reached: ({ median }) => median !== null && median <= score,
});
/** Of the differences. */
export const medianRise = (points: number): Goal => ({
  text: `median difference <= +${points}`,
  reached: (summary) => summary.points !== null && summary.points.median <= points,
});
export const medianWithin = (points: number): Goal => ({
  text: `median within ${points} points`,
  reached: (summary) => summary.points !== null && Math.abs(summary.points.median) <= points,
});
export const neverAbove = (points: number): Goal => ({
  text: `never above ${points} points`,
  reached: (summary) => summary.points !== null && summary.points.most <= points,
});
export const alwaysWithin = (points: number): Goal => ({
  text: `always within ${points} points`,
  reached: ({ points: found }) => found !== null && found.most <= points && found.least >= -points,
});
