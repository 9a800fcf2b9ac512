/** Why a value raises or lowers the score: a text that never contradicts the direction. */

import type { Typical } from "./background.ts";
import { phraseOf } from "./describe.ts";
import type { ExplainedFeature } from "./explained-feature.ts";
import { tendencyOf } from "./tendencies/tendencies.ts";

/**
 * Where a value lies, seen from what is typical; `common` is a value that fraud has more often, but
 * that is typical here.
 */
export type Side = "suspicious" | "ordinary" | "common" | "unknown";

/** Said where a value that is no sign of fraud raises the score, in words that accuse nobody. */
export const countsTogether = "Common on its own; it counts in combination with other facts.";
/** Said where a value that is usually a sign of fraud lowers the score. */
export const outweighed =
  "Usually a sign of fraud, but it counts less in combination with other facts.";
/** Said of a value that is missing, in either direction. */
export const notKnown = "Unknown; it counts in combination with other facts.";

/** What is said of a contribution. */
export interface Explanation {
  why: string;
  /** Whether the value by itself suggests the direction in which it moves the score. */
  isExpected: boolean;
}

/** @param points the feature's contribution. */
export function explain(
  feature: ExplainedFeature,
  value: number | null,
  typical: Typical,
  points: number,
): Explanation {
  const { raises, lowers, suspicious } = tendencyOf(feature);
  const side = sideOf(feature, value, typical);
  if (side === "unknown") return { why: notKnown, isExpected: false };
  if (suspicious === "neither") return { why: raises, isExpected: false };
  if (side === "common") return { why: countsTogether, isExpected: false };
  if (points > 0) {
    return side === "suspicious"
      ? { why: raises, isExpected: true }
      : { why: countsTogether, isExpected: false };
  }
  return side === "ordinary"
    ? { why: lowers, isExpected: true }
    : { why: outweighed, isExpected: false };
}

/** A flag is judged by itself, any other number by its distance from the typical one. */
export function sideOf(feature: ExplainedFeature, value: number | null, typical: Typical): Side {
  const { suspicious } = tendencyOf(feature);
  if (value === null) return "unknown" in phraseOf(feature) ? "ordinary" : "unknown";
  if (suspicious === "neither") return "ordinary";
  const usual = typical.value ?? typical.mean;
  if (feature.type === "flag") {
    if ((value === 1) !== (suspicious === "high")) return "ordinary";
    return value === typical.value ? "common" : "suspicious";
  }
  if (usual === null) return value === 0 || suspicious === "low" ? "ordinary" : "suspicious";
  if (value === usual) return value === 0 && suspicious === "low" ? "common" : "ordinary";
  if (suspicious === "unusual") return "suspicious";
  return value > usual === (suspicious === "high") ? "suspicious" : "ordinary";
}
