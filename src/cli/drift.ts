/** `booking-risk drift` */

import { SingleBar } from "cli-progress";
import type { Command } from "commander";
import { dataConfig } from "../app/config/data.ts";
import { UsageError } from "../app/config/setting.ts";
import { openModels } from "../app/open.ts";
import { dayMs } from "../base/durations.ts";
import { isoTime } from "../base/iso-time.ts";
import { type DriftOptions, driftOf, everyPage } from "../evaluation/drift/drift.ts";
import { sampleOfPast } from "../evaluation/drift/past.ts";
import { featureWeights } from "../evaluation/drift/weights.ts";
import { getProject } from "../projects/projects.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import { always, extentOf } from "../risk/period.ts";
import type { Store } from "../storage/port/store.ts";
import { type ActiveModels, activeModels } from "./active-models.ts";
import type { DriftReport } from "./drift/report.ts";
import { driftTables } from "./drift/tables.ts";
import { answer, examples } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project: string; days: string; all?: boolean };

export function driftCommand(program: Command): void {
  program
    .command("drift")
    .description(
      "Show how far a project's bookings have moved from those of earlier weeks: denials, scores, " +
        "features, telemetry, outcomes",
    )
    .requiredOption("--project <id>", "the project")
    .option("--days <days>", "number of days, ending with the newest decision", "7")
    .option("--all", "every feature, score bands and days (default: what moves scores most)")
    .addHelpText(...examples("drift --project prj_Zk3x9Qw1Ab"))
    .action((flags: Flags) => run(flags));
}

async function run(flags: Flags): Promise<void> {
  const days = Number(flags.days);
  if (!/^\d{1,4}$/.test(flags.days) || days === 0) {
    throw new UsageError("--days must be a whole number from 1 to 9999");
  }
  const report = await withStore(flags, async (store) => {
    const { id, riskSetting } = await getProject(store, flags.project);
    const config = dataConfig(flags, process.env);
    const active = activeModels(config, openModels(config, store));
    try {
      const asked = { projectId: id, riskSetting: riskSetting as RiskSetting, days };
      return await reportOf(asked, { store, active, json: flags.json });
    } finally {
      await active.close();
    }
  });
  answer(flags.json, report, () => driftTables(report, flags.all ?? false));
}

async function reportOf(
  { projectId, riskSetting, days }: { projectId: string; riskSetting: RiskSetting; days: number },
  { store, active, json }: { store: Store; active: ActiveModels; json: boolean | undefined },
): Promise<DriftReport> {
  const extent = await extentOf(projectId, always, store);
  if (!extent) return { projectId, decisions: 0, period: null };
  const to = extent.last + 1;
  const from = Math.max(extent.first, to - days * dayMs);
  const bar = barOf(to - from, json);
  try {
    const asked: DriftOptions = {
      projectId,
      riskSetting,
      to,
      pages: everyPage(projectId, { from, to }, store),
      past: sampleOfPast(projectId, { from, to }, store),
      weigh: async (rows, names) => featureWeights(await active.of(projectId), rows, names),
    };
    const figures = await driftOf(asked, store, (at) => bar.update(at - from));
    return {
      projectId,
      period: { from: isoTime(from), to: isoTime(to) },
      ...figures,
    };
  } finally {
    bar.stop();
  }
}

function barOf(total: number, json: boolean | undefined): SingleBar {
  const bar = new SingleBar({
    format: "{bar} {percentage}% | {duration_formatted}, {eta_formatted} left",
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: !json,
    notTTYSchedule: 10_000,
  });
  bar.start(total, 0);
  return bar;
}
