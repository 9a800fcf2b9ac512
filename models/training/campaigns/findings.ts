/** Summarises what campaigns found. */
import { normalQuantile, wilsonInterval } from "../../../src/base/confidence-interval.ts";
import type { Finding, Summary } from "./case.ts";
import { deniedFrom } from "./service.ts";

/** Campaigns are independent of each other, their attempts are not. */
export function summaryOf(findings: readonly Finding[]): Summary {
  const scores = findings.flatMap((one) => one.scores ?? []);
  const points = findings.flatMap((one) => one.points ?? []);
  const scored = findings.flatMap((one) => (one.scores?.length ? [one.scores] : []));
  const campaigns = findings.filter((one) => one.scores?.length || one.points?.length).length;
  return {
    campaigns,
    attempts: Math.max(scores.length, points.length),
    median: scores.length > 0 ? medianOf(scores) : null,
    denied: scored.length > 0 ? deniedOf(scored) : null,
    points:
      points.length > 0
        ? { median: medianOf(points), most: Math.max(...points), least: Math.min(...points) }
        : null,
  };
}

function deniedOf(scored: readonly (readonly number[])[]): NonNullable<Summary["denied"]> {
  const shares = scored.map((one) => shareDenied(one));
  const share = meanOf(shares);
  const [low, high] = wilsonInterval(share, shares.length, normalQuantile[0.95]);
  return { share, low, high };
}

export const shareDenied = (scores: readonly number[]): number =>
  scores.filter((score) => score >= deniedFrom).length / scores.length;

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** How far each score is below the highest before it. */
export function fallsOf(scores: readonly number[]): number[] {
  let most = 0;
  return scores.map((score) => {
    most = Math.max(most, score);
    return most - score;
  });
}
