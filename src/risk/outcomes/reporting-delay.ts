/**
 * How long fraud takes to be reported, estimated from a project's own reports, and so how much of
 * the fraud among decisions of an age is known by now. Everything that measures fraud on recent
 * decisions weighs them by this, instead of taking silence for a good booking after some days.
 */

import type { FraudReport, ReportHistory } from "../../storage/port/outcomes.ts";

/** Why the delay cannot be estimated yet, with what there is and what it takes. */
export type DelayMissing =
  | { missing: "frauds"; have: number; need: number }
  /** The reports are still coming in: decisions of `have` days are the oldest. */
  | { missing: "history"; have: number; need: number }
  /** More than half of the frauds were reported on one day, so when they became known is lost. */
  | { missing: "report-times"; have: number; need: number };

/** As a sentence. */
export function delayMissingText({ missing, have, need }: DelayMissing): string {
  switch (missing) {
    case "frauds":
      return `${have} bookings were reported as fraud, and ${need} are needed.`;
    case "history":
      return `Your history covers ${have} days, and about ${need} are needed.`;
    case "report-times":
      return "Most frauds were reported on one day, so how long reports take is not known.";
  }
}

export interface ReportingDelay {
  /** Until when the project has reported, Unix ms: the ages below are counted up to this time. */
  observedUntil: number;
  /** The frauds that it is estimated from. */
  frauds: number;
  /** Days after which half, and 95 %, of the frauds are reported. */
  medianDays: number;
  settledDays: number;
  /** The estimated share of frauds that take longer than any decision is old. */
  tail: number;
  /**
   * The share of frauds that are reported within an age, 0 to 1, and the standard error of its
   * logarithm. A step function: constant between two of `steps`.
   */
  knownWithin(ageMs: number): { share: number; error: number };
  /** The ages at which the share rises, ascending, ms. */
  steps: readonly number[];
}

/** Below this number of reported frauds a delay is an anecdote: its error exceeds a fifth. */
export const fraudsMin = 20;
/** Ages are observed as far as this many reported frauds are as old. */
const atRiskMin = 8;
/** The most that may still be unreported, of decisions as old as the oldest. */
const tailMax = 0.08;
/** A pause in the reports that is less likely than this is no pause: the reports have stopped. */
const pauseChance = 0.01;

export const dayMs = 24 * 60 * 60 * 1000;

/**
 * Until when a project has reported: now, unless it has been silent for so long that, with reports
 * on as many days as before (a Poisson process), fewer than 1 in 100 pauses are as long. Decisions
 * after that are not good because nobody reports.
 */
export function observedUntil(history: ReportHistory, now: number): number {
  const { firstReportedAt, lastReportedAt, reportDays } = history;
  if (firstReportedAt === null || lastReportedAt === null || reportDays < 2) return now;
  const daily = reportDays / Math.max(1, (lastReportedAt - firstReportedAt) / dayMs);
  const pause = (now - lastReportedAt) / dayMs;
  return Math.exp(-daily * pause) < pauseChance ? lastReportedAt : now;
}

/**
 * The distribution of the reporting delay from right-truncated data: of a fraud that takes longer
 * than it is old, nothing is known. This is the product-limit estimator in reverse time (Lagakos,
 * Barraj, De Gruttola, "Nonparametric analysis of truncated survival data, with application to
 * AIDS", Biometrika 75(3), 1988), which for whole periods is the chain ladder of claims reserving
 * (Mack, "Distribution-free calculation of the standard error of chain ladder reserve estimates",
 * ASTIN Bulletin 23(2), 1993). It says which share of those within the longest observable age is
 * reported earlier; the share beyond is continued geometrically, as in a tail factor: if the second
 * half of that age adds y to the first, what follows adds y² (exact for exponential delays).
 *
 * Assumes that delays do not depend on the score and have not changed.
 *
 * @param firstDecidedAt the project's first decision, Unix ms.
 */
export function reportingDelay(
  history: ReportHistory,
  { now, firstDecidedAt }: { now: number; firstDecidedAt: number },
): ReportingDelay | DelayMissing {
  const until = observedUntil(history, now);
  const known = history.frauds.filter(({ reportedAt }) => reportedAt <= until);
  if (known.length < fraudsMin) return { missing: "frauds", have: known.length, need: fraudsMin };
  const sameDay = largestDay(known);
  const spread = until - Math.min(...known.map(({ decidedAt }) => decidedAt));
  if (sameDay > known.length / 2 && spread > 30 * dayMs) {
    return { missing: "report-times", have: known.length - sameDay, need: sameDay };
  }
  const ages = known.map(({ decidedAt }) => until - decidedAt).sort((a, b) => a - b);
  const longest = ages.at(-atRiskMin)!;
  const delays = known.map(({ decidedAt, reportedAt }) => Math.max(0, reportedAt - decidedAt));
  const steps = reverseTime(
    delays.filter((delay) => delay <= longest),
    ages,
  );
  const tail = tailOf(steps, longest);
  const days = Math.floor((until - firstDecidedAt) / dayMs);
  if (tail > tailMax) return { missing: "history", have: days, need: daysNeeded(tail, days) };
  return delayOf(steps, { tail, until, frauds: known.length });
}

/** The most reports on one UTC day. */
function largestDay(reports: readonly FraudReport[]): number {
  const days = new Map<number, number>();
  for (const { reportedAt } of reports) {
    const day = Math.floor(reportedAt / dayMs);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  return Math.max(...days.values());
}

interface Step {
  /** From this age, ms. */
  at: number;
  /** The share that is reported, of those within the longest age. */
  share: number;
  /** Of the logarithm of the share (Greenwood's formula in reverse time). */
  variance: number;
}

/**
 * From the longest delay down: of the frauds that are old enough to show a delay of u and have one
 * of at most u, which part has less than u.
 * @param ages ascending.
 */
function reverseTime(delays: readonly number[], ages: readonly number[]): Step[] {
  const sorted = delays.toSorted((a, b) => a - b);
  const steps: Step[] = [];
  let [share, variance] = [1, 0];
  let tooYoung = ages.length;
  for (let last = sorted.length; last > 0; ) {
    const at = sorted[last - 1]!;
    let first = last;
    while (first > 0 && sorted[first - 1] === at) first -= 1;
    while (tooYoung > 0 && ages[tooYoung - 1]! >= at) tooYoung -= 1;
    steps.push({ at, share, variance });
    const [events, atRisk] = [last - first, last - tooYoung];
    if (first === 0 || events >= atRisk) break;
    share *= 1 - events / atRisk;
    variance += events / (atRisk * (atRisk - events));
    last = first;
  }
  return steps.reverse();
}

/** The step that holds at an age; null before the first. */
function stepAt(steps: readonly Step[], ageMs: number): Step | null {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle]!.at <= ageMs) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1] ?? null;
}

/** The share beyond the longest age, cautiously: one standard error up. */
function tailOf(steps: readonly Step[], longest: number): number {
  const half = stepAt(steps, longest / 2);
  if (half === null || half.share <= 0) return 1;
  const cautious = half.share * Math.exp(-Math.sqrt(half.variance));
  const more = (1 - cautious) / cautious;
  return Math.min(1, more * more);
}

/** How old the project has to be for a small tail, if the delays are exponential. */
function daysNeeded(tail: number, days: number): number {
  const times = Math.log(tailMax) / Math.log(Math.min(0.6, tail));
  return Math.ceil(days * Math.max(times, 1.1));
}

function delayOf(
  steps: readonly Step[],
  { tail, until, frauds }: { tail: number; until: number; frauds: number },
): ReportingDelay {
  const daysTo = (share: number) => {
    const step = steps.find((one) => one.share * (1 - tail) >= share) ?? steps.at(-1)!;
    return step.at / dayMs;
  };
  return {
    observedUntil: until,
    frauds,
    tail,
    medianDays: daysTo(0.5),
    settledDays: daysTo(Math.min(0.95, 1 - tail)),
    steps: steps.map(({ at }) => at),
    knownWithin: (ageMs) => {
      const step = ageMs < 0 ? null : stepAt(steps, ageMs);
      if (step === null) return { share: 0, error: 0 };
      return {
        share: step.share * (1 - tail),
        error: Math.sqrt(step.variance + tail * tail),
      };
    },
  };
}
