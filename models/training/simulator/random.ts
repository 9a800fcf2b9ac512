/**
 * Reproducible random numbers: the same seed gives the same sequence on every machine.
 *
 * The generator is sfc32 (Chris Doty-Humphrey, "PractRand", public domain), seeded from a text with
 * FNV-1a. Every episode has a stream of its own, so that adding a traveller does not change the rest.
 * The committed model was trained on these sequences: they must never change.
 */

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  /** An integer, both ends included. */
  int(from: number, to: number): number;
  between(from: number, to: number): number;
  pick<T>(from: readonly T[]): T;
  /** A key, with a probability proportional to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  normal(mean: number, deviation: number): number;
  /** Log-normal; `spread` is the standard deviation of the logarithm. */
  around(median: number, spread: number): number;
  /** `length` characters of base 36. */
  code(length: number): string;
  digits(length: number): string;
}

export function randomOf(seed: string): Random {
  const next = sfc32(seed);
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const normal = (mean: number, deviation: number) =>
    mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const text = (length: number, base: number) =>
    Array.from({ length }, () => Math.floor(next() * base).toString(base)).join("");
  return {
    next,
    chance: (probability) => next() < probability,
    int,
    between: (from, to) => from + next() * (to - from),
    pick: (from) => from[Math.floor(next() * from.length)]!,
    weighted: (weights) => weightedKey(weights, next()),
    normal,
    around: (median, spread) => median * Math.exp(normal(0, spread)),
    code: (length) => text(length, 36),
    digits: (length) => text(length, 10),
  };
}

function sfc32(seed: string): () => number {
  let [a, b, c, d] = [fnv(`${seed}a`), fnv(`${seed}b`), fnv(`${seed}c`), 1];
  const next = () => {
    const t = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    c |= 0;
    return (t >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 15; i++) next();
  return next;
}

/** A number in [0, below) that depends on the text only. */
export function drawOf(text: string, below: number): number {
  // The last bytes reach only FNV's low bits, so the hash is finalised as in Murmur3.
  let hash = fnv(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % below;
}

/** 32-bit FNV-1a (Fowler, Noll, Vo). */
function fnv(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash | 0;
}

function weightedKey<K extends string>(weights: Readonly<Record<K, number>>, at: number): K {
  const keys = Object.keys(weights) as K[];
  let total = 0;
  for (const key of keys) total += weights[key];
  let left = at * total;
  for (const key of keys) {
    left -= weights[key];
    if (left < 0) return key;
  }
  return keys.at(-1)!;
}
