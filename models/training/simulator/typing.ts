/** How keys are pressed, and what a browser tells of it. */
import type { Random } from "./random.ts";

export interface Typing {
  /** Mean gap between keys, ms, and its deviation over its mean. */
  gapMs: number;
  gapVariation: number;
  /** How long a key is held, ms, and the same. */
  holdMs: number;
  holdVariation: number;
  /** Share of keys that follow as soon as the one before was let go; fingers overlap or take longer. */
  rushed: number;
  /** Of 100 keys, so many are Backspace. */
  corrections: number;
}

/** A word to be typed: its letters, about, and how many of them are capitals. */
export interface Word {
  length: number;
  capitals: number;
}

/**
 * What a machine's keyboard reports: presses and releases; releases without a time between; presses
 * only; or, of a screen's keyboard that is wiped or spoken to, words that no key accounts for.
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

/** @returns the part of a field's event that keys make up. @param shiftless share of capitals. */
export function typeKeys(
  random: Random,
  typing: Typing,
  { keyboard, shiftless }: { keyboard: Keyboard; shiftless: number },
  { length, capitals }: Word,
): typeof noKeys {
  const letters = Math.max(1, Math.round(random.normal(length, length * 0.3)));
  let corrections = 0;
  for (let i = 0; i < letters; i++) if (random.chance(typing.corrections / 100)) corrections += 1;
  // A wrong key and its correction are two presses more.
  const presses = letters + 2 * corrections;
  // A word that came in one piece is an input of its own, and few keys are left.
  const pieces = keyboard === "words" ? Math.max(1, Math.round(presses / 6)) : 0;
  const keys = pieces > 0 ? Math.max(1, Math.round(presses * 0.25) + 2 * corrections) : presses;
  const gaps = sumsOf(random, keys - 1, typing.gapMs, typing.gapVariation, 1);
  const holds = holdsOf(random, keys, typing, keyboard);
  return {
    keys,
    corrections: Math.min(corrections, keys),
    gapSumMs: gaps.sum,
    gapSquareSum: gaps.squareSum,
    holds: holds.count,
    holdSumMs: holds.sum,
    holdSquareSum: holds.squareSum,
    rushes: keyboard === "full" ? partOf(random, keys - 1, typing.rushed) : 0,
    shiftless: keyboard === "full" ? partOf(random, Math.min(capitals, keys), shiftless) : 0,
    inputs: keys + pieces,
  };
}

function holdsOf(random: Random, keys: number, typing: Typing, keyboard: Keyboard): Sums {
  if (keyboard === "full") return sumsOf(random, keys, typing.holdMs, typing.holdVariation, 0);
  if (keyboard === "instant") return sumsOf(random, keys, 0.4, 1, 0);
  return { count: 0, sum: 0, squareSum: 0 };
}

/** How many of so many it happens to. */
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

/** So many log-normal times of this mean and deviation over mean, in whole ms, added up. */
export function sumsOf(
  random: Random,
  count: number,
  mean: number,
  variation: number,
  least: number,
): Sums {
  const sums = { count: Math.max(0, count), sum: 0, squareSum: 0 };
  const spread = Math.sqrt(Math.log(1 + variation ** 2));
  const median = mean / Math.sqrt(1 + variation ** 2);
  for (let i = 0; i < sums.count; i++) {
    const time = Math.max(least, Math.round(random.around(median, spread)));
    sums.sum += time;
    sums.squareSum += time * time;
  }
  return sums;
}
