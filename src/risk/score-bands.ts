/** Bands of the score, for whoever looks at many decisions; those of the model's card. */

/** First and last score of each. */
export const bands = [
  [0, 19],
  [20, 34],
  [35, 49],
  [50, 64],
  [65, 74],
  [75, 84],
  [85, 99],
] as const;

/** The band of a score, by its place. */
export function bandOf(riskScore: number): number {
  return bands.findIndex(([, last]) => riskScore <= last);
}
