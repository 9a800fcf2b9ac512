/** What one feature does to the score, with the texts about it. */

import type { Typical } from "./background.ts";
import { isDefinite } from "./definite-evidence.ts";
import { describeFeature, describeTypical, phraseOf } from "./describe.ts";
import { explain } from "./explain.ts";
import type { ExplainedFeature } from "./explained-feature.ts";
import { noticeable, plainPoints } from "./noticeable.ts";
import { tendencyOf } from "./tendencies/tendencies.ts";

export interface Contribution {
  feature: ExplainedFeature;
  /** Null is missing. */
  value: number | null;
  usual: Typical;
  /** Its Owen value, in score points. */
  points: number;
  /** As in "1 night". */
  fact: string;
  /** As in "1 night (typical 2)". */
  text: string;
  /** Why it moves the score in this direction. */
  why: string;
  /** Whether the value by itself suggests the direction in which it moves the score. */
  isExpected: boolean;
  isDefinite: boolean;
  /** Whether it is a reason that a person reads: no unknown value, and no technical measurement. */
  isReadable: boolean;
  /** How much it counts as a reason, in points: of definite evidence at least what it adds by itself. */
  strength: number;
}

/** @param alone what the value changes by itself in a typical attempt; of definite evidence. */
export function contributionOf(
  feature: ExplainedFeature,
  of: { value: number | null; usual: Typical; points: number; alone: number | null },
): Contribution {
  const { value, usual, points, alone } = of;
  const fact = describeFeature(feature, value);
  const text = `${fact} (${describeTypical(feature, value, usual) ?? "typical"})`;
  const definite = isDefinite(feature.name, value);
  const explained =
    definite && alone !== null
      ? explainDefinite(feature, points, alone)
      : explain(feature, value, usual, points);
  return {
    feature,
    value,
    usual,
    points,
    fact,
    text,
    ...explained,
    isDefinite: definite,
    isReadable: isReadable(feature, value),
    strength: Math.max(Math.abs(points), definite ? (alone ?? 0) : 0),
  };
}

function isReadable(feature: ExplainedFeature, value: number | null): boolean {
  const { unknown, isTechnical } = phraseOf(feature);
  return !isTechnical && (value !== null || unknown !== undefined);
}

/** Definite evidence that moves the score little, or down, says why. */
function explainDefinite(feature: ExplainedFeature, points: number, alone: number) {
  const { raises } = tendencyOf(feature);
  const isExpected = points >= noticeable;
  const byItself = `On its own it adds ${plainPoints(alone)}`;
  if (alone < noticeable) {
    const why = isExpected ? raises : "The model gives it no weight on its own.";
    return { why, isExpected };
  }
  if (points >= alone / 2) return { why: raises, isExpected };
  const part = isExpected ? "most of that" : "that";
  return { why: `${raises} ${byItself}; other evidence already covers ${part}.`, isExpected };
}
