/** The data of the overview's sections, and links to the decisions behind each number. */
import type { OverviewAnswer } from "../../../dashboard-api/overview/routes.ts";
import type { View } from "../../../decisions/view.ts";

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

/** Null where the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
