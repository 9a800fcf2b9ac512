/** What the page's parts are given, and where their figures lead. */
import type { OverviewAnswer } from "../../../dashboard-api/overview/routes.ts";
import type { View } from "../../../decisions/view.ts";

export type Figures = OverviewAnswer;

export interface OfFigures {
  projectId: string;
  figures: Figures;
}

type Filter = Partial<Record<Exclude<keyof View, "from" | "to" | "last">, string | number>>;

/**
 * The address of the decisions that a figure counts.
 * @param time Unix ms; `to` is left out where it is yet to come: newer ones belong to it.
 */
export function decisionsAt(
  { projectId, figures }: OfFigures,
  filter: Filter,
  time: { from: number; to: number } = figures,
): string {
  const query = new URLSearchParams({ from: new Date(time.from).toISOString() });
  if (time.to <= figures.asOf) query.set("to", new Date(time.to).toISOString());
  for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
  return `/p/${projectId}/decisions?${query}`;
}

/** The time of one step. */
export function stepTime({ step }: Figures, at: number): { from: number; to: number } {
  return { from: at, to: at + (step === "hour" ? 60 : 24 * 60) * 60_000 };
}

/** Null where there is nothing to be a part of. */
export function partOf(part: number, of: number): number | null {
  return of === 0 ? null : part / of;
}
