/** A decision's reasons as the bars of a waterfall whose rounded numbers add up to the score. */
import type { GroupReason, Reasons } from "../../../reasons/reasons.ts";
import { noticeable } from "../../../reasons/sentence.ts";

export interface Bar {
  key: string;
  title: string;
  kind: "base" | "group" | "rate" | "rest" | "score";
  /** Tenths of a point, as shown. All bars but the score's add up to the score exactly. */
  tenths: number;
  /** Where the bar starts and ends, in points. */
  from: number;
  to: number;
  reason: GroupReason | null;
}

export interface Waterfall {
  bars: Bar[];
  /** Titles of the groups that do not change the score and have no bar. */
  noEffect: string[];
  /** The range of the chart in points, with a margin at both ends. */
  low: number;
  high: number;
}

/** @param mark a score that the chart's range has to include, such as the deny threshold. */
export function buildWaterfall(reasons: Reasons, mark: number | null): Waterfall {
  const { base, groups, baseRate, remainder, riskScore } = reasons;
  const isNegligible = ({ points }: GroupReason) => Math.abs(points) < noticeable;
  const effective = groups.filter((group) => !isNegligible(group));
  const noEffect = groups.filter(isNegligible);
  const restPoints = remainder.points + noEffect.reduce((sum, { points }) => sum + points, 0);
  const restTitle = remainder.kind === "limit" ? "Limited to 0–99" : "Rounding";
  const bars: Bar[] = [];
  let at = 0;
  const add = (points: number, bar: Omit<Bar, "from" | "to" | "tenths">) => {
    const to = at + points;
    bars.push({ ...bar, from: at, to, tenths: toTenths(to) - toTenths(at) });
    at = to;
  };
  add(base, { key: "base", title: "Baseline", kind: "base", reason: null });
  for (const reason of effective) {
    add(reason.points, { key: reason.group, title: reason.title, kind: "group", reason });
  }
  if (baseRate) {
    const { title, points } = baseRate;
    add(points, { key: "rate", title, kind: "rate", reason: null });
  }
  add(restPoints, { key: "rest", title: restTitle, kind: "rest", reason: null });
  bars.push({
    key: "score",
    title: "Score",
    kind: "score",
    tenths: riskScore * 10,
    from: 0,
    to: riskScore,
    reason: null,
  });
  const ends = [...bars.filter(({ kind }) => kind !== "score").map(({ to }) => to), riskScore];
  if (mark !== null) ends.push(mark);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const margin = Math.max(2, (most - least) * 0.06);
  return {
    bars,
    noEffect: noEffect.map(({ title }) => title),
    low: least - margin,
    high: most + margin,
  };
}

/** Running totals are rounded instead of the parts, so that the rounded parts add up exactly. */
const toTenths = (points: number) => Math.round(points * 10);
