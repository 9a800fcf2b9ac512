/**
 * Blind second reviews: a few of the decided cases are decided again, by another person who is not shown the first
 * verdict, so that it is known how far reviewers agree. They change neither the verdict nor the outcome.
 */
import { randomBytes } from "node:crypto";
import { normalQuantile, wilsonInterval } from "../../base/confidence-interval.ts";
import { keyedDraw } from "../../risk/keyed-draw.ts";
import type { FinalVerdict, ReviewRecord, VerdictPair } from "../../storage/port/reviews.ts";
import type { Store } from "../../storage/port/store.ts";
import { reviewLimits } from "./limits.ts";

/** The key of the draw, hex: it is the service's own, so that nobody can tell which case is drawn. */
export function drawKey({ accounts }: Pick<Store, "accounts">): Promise<string> {
  return accounts.secret("second-reviews", randomBytes(32).toString("hex"));
}

/** Whether a decided case gets a second review, by its ID. */
export const isSecondDrawn = (key: string, decisionId: string): boolean =>
  keyedDraw(key, decisionId) < reviewLimits.second.share;

/** Whether somebody has the second review of a case, or had it last: they are not told the first verdict. */
export const isSecondOf = ({ secondBy, secondVerdict, secondAt }: ReviewRecord, by: string) =>
  secondAt !== null && secondVerdict === null && secondBy === by;

/** Second reviews that were drawn before are not served any more: where one person reviews, they become many. */
export const secondsFrom = (at: number) => at - reviewLimits.second.days * 24 * 60 * 60_000;

/** The case as its second reviewer meets it: as one that nobody has decided. */
export function asUndecided(record: ReviewRecord): ReviewRecord {
  const { secondClaim, secondBy, secondClaimedAt, secondDueAt } = record;
  return {
    ...record,
    state: "claimed",
    dueAt: secondDueAt,
    claim: secondClaim ?? 0,
    claimedBy: secondBy,
    claimedAt: secondClaimedAt,
    verdict: null,
    decidedBy: null,
    decidedAt: null,
  };
}

export interface Agreement {
  /** Cases with two verdicts. */
  cases: number;
  /** Of them, those whose verdicts are the same. */
  agreed: number;
  /** Their share with its 95 % interval (Wilson, JASA 22, 1927); null where there is no case. */
  share: { value: number; from: number; to: number } | null;
  /**
   * Cohen's kappa: agreement beyond what the two verdicts' own shares give by chance, from -1 to 1 (Cohen, Educational
   * and Psychological Measurement 20, 1960). Null where there is no case, or all verdicts are the same.
   */
  kappa: number | null;
}

export function agreementOf(pairs: readonly VerdictPair[]): Agreement {
  const cases = pairs.length;
  const agreed = pairs.filter(({ first, second }) => first === second).length;
  if (cases === 0) return { cases, agreed, share: null, kappa: null };
  const value = agreed / cases;
  const [low, high] = wilsonInterval(value, cases, normalQuantile[0.95]);
  const share = { value, from: Math.max(0, low), to: Math.min(1, high) };
  const shareOf = (which: keyof VerdictPair, verdict: FinalVerdict) =>
    pairs.filter((pair) => pair[which] === verdict).length / cases;
  const both = (verdict: FinalVerdict) => shareOf("first", verdict) * shareOf("second", verdict);
  const byChance = both("fraud") + both("good");
  return {
    cases,
    agreed,
    share,
    kappa: byChance === 1 ? null : (value - byChance) / (1 - byChance),
  };
}
