/**
 * A score in the upper bits of a word, whose lower ones say which numbers of a sighting are present: one
 * more than the score, so that zero is none.
 */

/** There are at most 17 such numbers. */
const shift = 20;

export function scoreBits(score: number | null): number {
  return score === null ? 0 : (score + 1) << shift;
}

export function scoreFrom(word: number): number | null {
  const bits = word >>> shift;
  return bits === 0 ? null : bits - 1;
}
