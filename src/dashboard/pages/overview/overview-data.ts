/** The data of the overview's sections, and links to the decisions behind each number. */
import { dayMs } from "../../../base/durations.ts";
import type { View } from "../../../decisions/view.ts";
import type { OverviewAnswer } from "../../../http/dashboard-api/overview/routes.ts";

export type Overview = OverviewAnswer;

export interface OverviewProps {
  projectId: string;
  overview: Overview;
}

type Filter = Partial<Record<Exclude<keyof View, "from" | "to" | "last">, string | number>>;

/**
 * The URL of the decisions that a number counts.
 * @param time Unix ms. The URL has no end if `to` is in the future, so that it includes new decisions.
 */
export function decisionsUrl(
  { projectId, overview }: OverviewProps,
  filter: Filter,
  time: { from: number; to: number } = overview,
): string {
  const query = new URLSearchParams({ from: new Date(time.from).toISOString() });
  if (time.to <= overview.asOf) query.set("to", new Date(time.to).toISOString());
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
  return `/p/${projectId}/decisions?${query}`;
}

/** The period of the step that starts at a time. */
export function stepPeriod({ step }: Overview, at: number): { from: number; to: number } {
  return { from: at, to: at + (step === "hour" ? 60 : 24 * 60) * 60_000 };
}

/** More hours than this are no longer told apart in a chart of shares. */
const hoursMax = 48;

/** The overview in days (UTC), where it has many hours. */
export function inDays(overview: Overview): Overview {
  if (overview.step === "day" || overview.steps.length <= hoursMax) return overview;
  const days = Map.groupBy(overview.steps, ({ at }) => Math.floor(at / dayMs));
  const steps = [...days.values()].map((hours) => hours.reduce(added));
  return { ...overview, step: "day", steps };
}

type Step = Overview["steps"][number];

/** @returns the counts of both, from the time of the first. */
function added(one: Step, other: Step): Step {
  const levels = { ...one.levels };
  for (const [level, count] of Object.entries(other.levels)) {
    levels[level] = (levels[level] ?? 0) + count;
  }
  return {
    ...one,
    decisions: one.decisions + other.decisions,
    seen: one.seen + other.seen,
    levels,
  };
}

/** Null where the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
