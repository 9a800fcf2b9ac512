/** A decision's reasons as the bars of a waterfall whose rounded numbers add up to all points. */

import { noticeable } from "../../../model/reasons/noticeable.ts";
import type { GroupReason, Reasons } from "../../../model/reasons/reasons.ts";
import { tenthsOf } from "../../../model/reasons/tenths.ts";
import { withMinusSign } from "../../components/format.ts";

export interface Bar {
  key: string;
  title: string;
  /** `rest`: the groups that are too small to be listed. `step`: a constant, such as a fraud rate. */
  kind: "base" | "group" | "rest" | "step" | "score";
  /** Tenths of a point, as shown. All bars but the score's add up to the score's `points`. */
  tenths: number;
  /** Where the bar starts and ends, in points. */
  from: number;
  to: number;
  reason: GroupReason | null;
}

type Part = Omit<Bar, "from" | "to" | "tenths"> & { points: number };

export interface Waterfall {
  bars: Bar[];
  /** Titles of the groups that do not change the score and have no bar. */
  noEffect: string[];
  /** How the points become the score: rounded, or limited to the scale. */
  ending: string;
  /** The range of the chart in points, with a margin at both ends. */
  low: number;
  high: number;
}

/** @param mark a score that the chart's range has to include, such as the deny threshold. */
export function buildWaterfall(reasons: Reasons, mark: number | null): Waterfall {
  const { base, groups, steps, points, riskScore } = reasons;
  const isNegligible = ({ points }: GroupReason) => Math.abs(points) < noticeable;
  const noEffect = groups.filter(isNegligible);
  const shown = groups.filter((group) => !isNegligible(group));
  const parts: Part[] = [
    { key: "base", title: "Baseline", kind: "base", reason: null, points: base },
    ...shown.map(
      (reason): Part => ({
        key: reason.group,
        title: reason.title,
        kind: "group",
        reason,
        points: reason.points,
      }),
    ),
    ...steps.map((step): Part => ({ ...step, key: step.kind, kind: "step", reason: null })),
    {
      key: "rest",
      title: "All others",
      kind: "rest",
      reason: null,
      points: noEffect.reduce((sum, one) => sum + one.points, 0),
    },
  ];
  const rounded = tenthsOf(
    parts.map((part) => part.points),
    points,
  );
  const bars: Bar[] = [];
  let at = 0;
  for (const [i, { points: own, ...part }] of parts.entries()) {
    const tenths = Math.round(rounded[i]! * 10);
    if (part.kind === "rest" && tenths === 0) continue;
    bars.push({ ...part, from: at, to: at + own, tenths });
    at += own;
  }
  bars.push({
    key: "score",
    title: "Score",
    kind: "score",
    tenths: riskScore * 10,
    from: 0,
    to: riskScore,
    reason: null,
  });
  const ends = [...bars.map(({ to }) => to), ...(mark === null ? [] : [mark])];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const margin = Math.max(2, (most - least) * 0.06);
  return {
    bars,
    noEffect: noEffect.map(({ title }) => title),
    ending: endingOf(reasons),
    low: least - margin,
    high: most + margin,
  };
}

/** Said once, in place of a bar that takes away what is beyond the scale. */
function endingOf({ points, remainder, riskScore }: Reasons): string {
  const sum = `The points add up to ${withMinusSign(points.toFixed(1))}`;
  if (remainder.kind === "rounding") return `${sum}.`;
  return `${sum}; ${riskScore} is the ${riskScore > 0 ? "highest" : "lowest"} score.`;
}
