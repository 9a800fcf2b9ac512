/** A decision's reasons as the bars of a waterfall, whose numbers add up as they are shown. */
import type { GroupReason, Reasons } from "../../../reasons/reasons.ts";
import { noticeable } from "../../../reasons/sentence.ts";

export interface Bar {
  key: string;
  title: string;
  kind: "base" | "group" | "rest" | "score";
  /** In tenths of a point, as shown; from the base to the score they add up without a remainder. */
  tenths: number;
  /** Where it begins and ends, in points. */
  from: number;
  to: number;
  reason: GroupReason | null;
}

export interface Waterfall {
  bars: Bar[];
  /** Groups that leave the score as it is, by their titles; they are no bars. */
  still: string[];
  /** What the bars span, in points, with a little room. */
  low: number;
  high: number;
}

/** @param mark a score that has to be within what is spanned, such as the one from which is denied. */
export function waterfallOf(reasons: Reasons, mark: number | null): Waterfall {
  const { base, groups, remainder, riskScore } = reasons;
  const isStill = ({ points }: GroupReason) => Math.abs(points) < noticeable;
  const moving = groups.filter((one) => !isStill(one));
  const still = groups.filter(isStill);
  const restPoints = remainder.points + still.reduce((sum, { points }) => sum + points, 0);
  const restTitle = remainder.kind === "limit" ? "Scores end at 0 and 99" : "Rounding";
  const bars: Bar[] = [];
  let at = 0;
  const add = (points: number, bar: Omit<Bar, "from" | "to" | "tenths">) => {
    const to = at + points;
    bars.push({ ...bar, from: at, to, tenths: tenthsOf(to) - tenthsOf(at) });
    at = to;
  };
  add(base, { key: "base", title: "What is usual", kind: "base", reason: null });
  for (const reason of moving) {
    add(reason.points, { key: reason.group, title: reason.title, kind: "group", reason });
  }
  add(restPoints, { key: "rest", title: restTitle, kind: "rest", reason: null });
  bars.push({
    ...{ key: "score", title: "Score", kind: "score", tenths: riskScore * 10 },
    ...{ from: 0, to: riskScore, reason: null },
  });
  const ends = [...bars.filter(({ kind }) => kind !== "score").map(({ to }) => to), riskScore];
  if (mark !== null) ends.push(mark);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const room = Math.max(2, (most - least) * 0.06);
  return { bars, still: still.map(({ title }) => title), low: least - room, high: most + room };
}

/** Each sum is rounded, not each part: so the parts as shown add up to the sum as shown. */
const tenthsOf = (points: number) => Math.round(points * 10);
