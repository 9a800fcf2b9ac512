/** The limits and rules of reviews, which the dashboard states too: nothing is imported here. */

export const reviewLimits = {
  /** How long a claim holds. */
  claimMinutes: 30,
  /** How long a case is put off. */
  laterMinutes: 60,
  /** Cases that are listed. */
  listed: 50,
  /** Open cases of the same identities that are offered with a verdict. */
  linked: 50,
  /** Cases of each kind are counted up to this. */
  counted: 10_000,
  /**
   * The share of decided cases that a second person decides, too; hours until they are served before others; and the
   * days for which they are served, and of which, by the newest cases, agreement is counted.
   */
  second: { share: 0.05, afterHours: 24, days: 90, cases: 1000 },
  /** Days, and the newest decided cases of them, that figures are made of. */
  figures: { days: 30, cases: 1000 },
} as const;

/** What a person says of a case. */
export const verdicts = ["fraud", "good", "later"] as const;
export type Verdict = (typeof verdicts)[number];
