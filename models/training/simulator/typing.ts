/** How keys are pressed, and what a browser reports about it. */
import type { Random } from "./random.ts";

export interface Typing {
  /** Mean gap between keys, ms, and its coefficient of variation. */
  gapMs: number;
  gapVariation: number;
  /** Mean time a key is held, ms, and its coefficient of variation. */
  holdMs: number;
  holdVariation: number;
  /**
   * Share of keys pressed within 5 ms of the previous release. null: as it comes about where each key
   * is pressed and released in its own time, as by fingers.
   */
  rushed: number | null;
  /** Corrections begun per 100 letters, and the mean number of Backspaces in each. */
  corrections: number;
  correctionRun: number;
}

/** A text to be typed: its approximate length, and its number of capital letters. */
export interface Word {
  length: number;
  capitals: number;
}

/**
 * What the keyboard reports: presses and releases; presses and releases at the same time; presses
 * only; or, with swipe typing and dictation on a screen keyboard, words without keys.
 */
export type Keyboard = "full" | "instant" | "presses" | "words";

export const deskKeyboards: Readonly<Record<Keyboard, number>> = {
  full: 965,
  instant: 5,
  presses: 28,
  words: 2,
};
export const screenKeyboards: Readonly<Record<Keyboard, number>> = {
  full: 17,
  instant: 22,
  presses: 49,
  words: 12,
};

export const noKeys = {
  keys: 0,
  corrections: 0,
  gapSumMs: 0,
  gapSquareSum: 0,
  holds: 0,
  holdSumMs: 0,
  holdSquareSum: 0,
  rushes: 0,
  shiftless: 0,
  inputs: 1,
};

/**
 * @param shiftless share of the capital letters that come without Shift.
 * @returns the part of a field's event that depends on keys.
 */
export function typeKeys(
  random: Random,
  typing: Typing,
  { keyboard, shiftless }: { keyboard: Keyboard; shiftless: number },
  { length, capitals }: Word,
): typeof noKeys {
  const letters = Math.max(1, Math.round(random.normal(length, length * 0.3)));
  const corrections = correctionsOf(random, typing, letters);
  // Each Backspace takes back a letter that was typed and is typed again.
  const presses = letters + 2 * corrections;
  // A word inserted as a whole is one input event and leaves few key presses.
  const pieces = keyboard === "words" ? Math.max(1, Math.round(presses / 6)) : 0;
  const keys = pieces > 0 ? Math.max(1, Math.round(presses * 0.25) + 2 * corrections) : presses;
  const gaps = timesOf(random, keys - 1, typing.gapMs, typing.gapVariation, 1);
  const holds = holdsOf(random, keys, typing, keyboard);
  const sumsOfGaps = summed(gaps);
  const sumsOfHolds = summed(holds);
  return {
    keys,
    corrections: Math.min(corrections, keys),
    gapSumMs: sumsOfGaps.sum,
    gapSquareSum: sumsOfGaps.squareSum,
    holds: sumsOfHolds.count,
    holdSumMs: sumsOfHolds.sum,
    holdSquareSum: sumsOfHolds.squareSum,
    rushes: keyboard === "full" ? rushesOf(random, typing, gaps, holds) : 0,
    shiftless: keyboard === "full" ? partOf(random, Math.min(capitals, keys), shiftless) : 0,
    inputs: keys + pieces,
  };
}

/** Mistakes are noticed at once or some letters later, so Backspaces come in runs. */
function correctionsOf(random: Random, typing: Typing, letters: number): number {
  let corrections = 0;
  for (let i = 0; i < letters; i++) {
    if (!random.chance(typing.corrections / 100)) continue;
    corrections += 1;
    while (random.chance(1 - 1 / typing.correctionRun)) corrections += 1;
  }
  return corrections;
}

function holdsOf(random: Random, keys: number, typing: Typing, keyboard: Keyboard): number[] {
  if (keyboard === "full") return timesOf(random, keys, typing.holdMs, typing.holdVariation, 0);
  if (keyboard === "instant") return timesOf(random, keys, 0.4, 1, 0);
  return [];
}

/** As the browser script counts them: within this time after the release, with no other key down. */
const rushMs = 5;

function rushesOf(
  random: Random,
  { rushed }: Typing,
  gaps: readonly number[],
  holds: readonly number[],
): number {
  if (rushed !== null) return partOf(random, gaps.length, rushed);
  return gaps.filter((gap, key) => gap >= holds[key]! && gap - holds[key]! <= rushMs).length;
}

/** A binomial draw: how many of `count` events occur. */
export function partOf(random: Random, count: number, share: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (random.chance(share)) found += 1;
  return found;
}

export interface Sums {
  count: number;
  sum: number;
  squareSum: number;
}

/** Sums over `count` log-normal durations with this mean and coefficient of variation, in whole ms. */
export function sumsOf(
  random: Random,
  count: number,
  mean: number,
  variation: number,
  least: number,
): Sums {
  return summed(timesOf(random, count, mean, variation, least));
}

function timesOf(
  random: Random,
  count: number,
  mean: number,
  variation: number,
  least: number,
): number[] {
  const spread = Math.sqrt(Math.log(1 + variation ** 2));
  const median = mean / Math.sqrt(1 + variation ** 2);
  return Array.from({ length: Math.max(0, count) }, () =>
    Math.max(least, Math.round(random.around(median, spread))),
  );
}

function summed(times: readonly number[]): Sums {
  const sums = { count: times.length, sum: 0, squareSum: 0 };
  for (const time of times) {
    sums.sum += time;
    sums.squareSum += time * time;
  }
  return sums;
}
