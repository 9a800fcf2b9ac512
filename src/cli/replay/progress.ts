/** A bar on standard error; a line now and then where that is no terminal. */
import { SingleBar } from "cli-progress";
import type { Progress } from "../../replay/replay.ts";
import { extentOf, type Period } from "../../risk/period.ts";
import type { Store } from "../../storage/store.ts";

/** How far along is told by time: counting the decisions first would take a reading of its own. */
export async function progressOf(
  projects: readonly { id: string }[],
  period: Period,
  store: Store,
  json: boolean | undefined,
) {
  const extents = await Promise.all(projects.map(({ id }) => extentOf(id, period, store)));
  const lengths = extents.map((extent) => (extent ? extent.last - extent.first + 1 : 0));
  const bar = new SingleBar({
    format:
      "{bar} {percentage}% | {decisions} decisions | {duration_formatted}, {eta_formatted} to go",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: !json,
    notTTYSchedule: 10_000,
    etaBuffer: 200,
  });
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
