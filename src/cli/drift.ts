/** `booking-risk drift` */

import { SingleBar } from "cli-progress";
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import { driftOf, everyPage } from "../drift/drift.ts";
import { referenceFor } from "../drift/references.ts";
import { getProject } from "../projects/projects.ts";
import { always, extentOf } from "../risk/period.ts";
import type { Store } from "../storage/store.ts";
import type { DriftReport } from "./drift/report.ts";
import { driftTables } from "./drift/tables.ts";
import { answer } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project: string; days: string };

const dayMs = 86_400_000;

export function driftCommand(program: Command): void {
  program
    .command("drift")
    .description(
      "Show how far a project's bookings have moved from what its model was trained on: scores, " +
        "features, telemetry, outcomes",
    )
    .requiredOption("--project <id>", "the project (required)")
    .option("--days <days>", "number of days, ending with the newest decision", "30")
    .action((flags: Flags) => run(flags));
}

async function run(flags: Flags): Promise<void> {
  const days = Number(flags.days);
  if (!/^\d{1,4}$/.test(flags.days) || days === 0) {
    throw new UsageError("--days must be a whole number from 1 to 9999");
  }
  const report = await withStore(flags, async (store) => {
    const { id } = await getProject(store, flags.project);
    return reportOf(id, days, store, flags.json);
  });
  answer(flags.json, report, () => driftTables(report));
}

async function reportOf(
  projectId: string,
  days: number,
  store: Store,
  json: boolean | undefined,
): Promise<DriftReport> {
  const extent = await extentOf(projectId, always, store);
  const found = extent && (await referenceFor(projectId, store));
  if (!extent || !found) {
    return { projectId, decisions: 0, period: null, reference: null };
  }
  const to = extent.last + 1;
  const from = Math.max(extent.first, to - days * dayMs);
  const bar = barOf(to - from, json);
  try {
    const pages = everyPage(projectId, { from, to }, store);
    const asked = { projectId, reference: found.reference, pages };
    const figures = await driftOf(asked, store, (at) => bar.update(at - from));
    return {
      projectId,
      period: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
      reference: { of: found.of, rows: found.reference.rows },
      ...figures,
    };
  } finally {
    bar.stop();
  }
}

function barOf(total: number, json: boolean | undefined): SingleBar {
  const bar = new SingleBar({
    format: "{bar} {percentage}% | {duration_formatted}, {eta_formatted} to go",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: !json,
    notTTYSchedule: 10_000,
  });
  bar.start(total, 0);
  return bar;
}
