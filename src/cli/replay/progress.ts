/** How far a replay has come. */
import type { Progress } from "../../evaluation/replay/replay.ts";
import { extentOf, type Period } from "../../risk/period.ts";
import type { Store } from "../../storage/port/store.ts";
import { progressBar } from "../progress-bar.ts";
import type { ReplayFlags } from "./flags.ts";

/** Progress is measured by time: counting the decisions first would take a pass of its own. */
export async function progressOf(
  projects: readonly { id: string }[],
  period: Period,
  store: Store,
  flags: Pick<ReplayFlags, "json" | "progressLines">,
) {
  const extents = await Promise.all(projects.map(({ id }) => extentOf(id, period, store)));
  const lengths = extents.map((extent) => (extent ? extent.last - extent.first + 1 : 0));
  const bar = flags.progressLines ? progressLines() : progressBar("decisions", flags.json);
  bar.start(sum(lengths), 0, { decisions: 0 });
  return {
    at({ project, tally: { decisions, lastAt } }: Progress) {
      const into = (lastAt ?? 0) - (extents[project]?.first ?? 0) + 1;
      bar.update(sum(lengths.slice(0, project)) + into, { decisions });
    },
    stop: () => bar.stop(),
  };
}

/** How often a line is written at most, ms. */
const lineMs = 500;

/** A line of JSON now and then, on standard error: `done` is the part that is done. */
export interface ProgressLine {
  done: number;
  decisions: number;
}

function progressLines() {
  let total = 1;
  let writtenAt = Number.NEGATIVE_INFINITY;
  return {
    start(all: number) {
      total = Math.max(1, all);
    },
    update(value: number, { decisions }: { decisions: number }) {
      if (performance.now() - writtenAt < lineMs) return;
      writtenAt = performance.now();
      const line: ProgressLine = { done: Math.min(1, value / total), decisions };
      process.stderr.write(`${JSON.stringify(line)}\n`);
    },
    stop() {},
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
