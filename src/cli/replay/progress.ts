/** How far a replay has come. */
import type { Progress } from "../../replay/replay.ts";
import { extentOf, type Period } from "../../risk/period.ts";
import type { Store } from "../../storage/store.ts";
import { progressBar } from "../progress-bar.ts";

/** How far along is told by time: counting the decisions first would take a reading of its own. */
export async function progressOf(
  projects: readonly { id: string }[],
  period: Period,
  store: Store,
  json: boolean | undefined,
) {
  const extents = await Promise.all(projects.map(({ id }) => extentOf(id, period, store)));
  const lengths = extents.map((extent) => (extent ? extent.last - extent.first + 1 : 0));
  const bar = progressBar("decisions", json);
  bar.start(sum(lengths), 0, { decisions: 0 });
  return {
    at({ project, tally: { decisions, lastAt } }: Progress) {
      const into = (lastAt ?? 0) - (extents[project]?.first ?? 0) + 1;
      bar.update(sum(lengths.slice(0, project)) + into, { decisions });
    },
    stop: () => bar.stop(),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
