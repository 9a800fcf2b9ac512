/** `booking-risk model replay` */

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { dataConfig } from "../app/config/data.ts";
import { lowerThreadPriority } from "../base/executable.ts";
import { storedAmount } from "../evaluation/money/stored-amount.ts";
import type { BookingValues } from "../evaluation/replay/booking-values.ts";
import { defaultMatureDays } from "../evaluation/replay/outcome-known.ts";
import { reportPage } from "../evaluation/replay/page/page.ts";
import { type Progress, replay } from "../evaluation/replay/replay.ts";
import {
  type Question,
  type ReplayReport,
  replayRules,
  reportOf,
} from "../evaluation/replay/report.ts";
import { emptyTally } from "../evaluation/replay/tally.ts";
import { getProject } from "../projects/projects.ts";
import type { RiskSetting } from "../projects/risk-setting.ts";
import type { Store } from "../storage/port/store.ts";
import { answer, CommandFailed, examples } from "./output.ts";
import { type Candidate, openCandidate } from "./replay/candidate.ts";
import { Checkpoint } from "./replay/checkpoint.ts";
import {
  addReplayFlags,
  type ReplayFlags,
  type ReplayOptions,
  replayOptions,
} from "./replay/flags.ts";
import { replayPrices, silences } from "./replay/money.ts";
import { progressOf } from "./replay/progress.ts";
import { startRecomputeThreads } from "./replay/recompute-threads.ts";
import { keptReplay } from "./replay/record.ts";
import { summary } from "./replay/summary.ts";
import { readValues } from "./replay/values-file.ts";
import { withStore } from "./with-store.ts";

export function replayCommand(model: Command): void {
  addReplayFlags(
    model
      .command("replay")
      .description(
        "Score stored decisions again with another model, and report what would have " +
          "been different: answers, scores, mistakes, money",
      )
      .argument("<model>", "a folder with a bundle, or NAME@VERSION of an installed model"),
  )
    .addHelpText(...examples("model replay default@1.2.0 --project prj_Zk3x9Qw1Ab --out replay"))
    .action((target: string, flags: ReplayFlags) => run(target, flags));
}

interface Speed {
  seconds: number;
  /** Of this run, where an earlier one was interrupted. */
  decisionsPerSecond: number;
  /** Where the report and its page are. */
  files: string[];
}

async function run(target: string, flags: ReplayFlags): Promise<void> {
  const options = replayOptions(flags);
  const values = options.valuesFile === null ? null : await readValues(options.valuesFile);
  const done = await withStore(flags, async (store) => {
    // Decisions come first. The store's writer thread has started, and keeps its priority.
    lowerThreadPriority();
    const candidate = await openCandidate(
      target,
      dataConfig(flags, process.env),
      store,
      flags.project ?? null,
    );
    try {
      return await replayed(candidate, { options, values, store, flags });
    } finally {
      await candidate.close();
    }
  });
  answer(flags.json, { ...done.report, ...done.speed }, () => summary(done.report, done.speed));
}

interface Around {
  options: ReplayOptions;
  values: BookingValues | null;
  store: Store;
  flags: ReplayFlags;
}

async function replayed(candidate: Candidate, { options, values, store, flags }: Around) {
  const projects = await projectsOf(flags.project, store);
  const projectIds = projects.map(({ id }) => id);
  const money = await replayPrices(options, projectIds, store);
  const started = performance.now();
  const out = flags.out === undefined ? null : madeFolder(flags.out);
  const asked = JSON.stringify({
    rules: replayRules,
    candidate: candidate.identity,
    projects: projectIds,
    options: { ...options, threads: 0 },
    money,
  });
  const checkpoint = out === null ? null : new Checkpoint(out, asked);
  const left = checkpoint?.left() ?? null;
  const asOf = left?.asOf ?? Date.now();
  const { matureDays } = options;
  const silence = await silences(projectIds, { matureDays, asOf }, store);
  const question = questionOf(candidate, {
    projectId: flags.project ?? null,
    projects: projects.map((one) => ({ ...one, silence: silence.get(one.id)!.basis })),
    options,
    values,
    money,
    asOf,
  });
  const progress: Progress = left ?? { project: 0, lastId: "", tally: emptyTally() };
  const before = progress.tally.decisions;

  const record = candidate.isInstalled ? keptReplay(question, asked, store) : null;
  await record?.began();
  const bar = await progressOf(projects, question.period, store, flags);
  const threads = startRecomputeThreads(options.threads);
  try {
    const { maturity, period } = question;
    await replay(
      { projectIds, period, maturity },
      {
        store,
        candidate: candidate.model,
        activeOf: candidate.activeOf,
        recompute: threads.recompute,
        pagesAtOnce: 2 * options.threads,
        bookingAmount: (decision) =>
          values?.of(decision) ?? storedAmount(decision.request, money?.prices.currency ?? null),
        silenceOf: (projectId) => silence.get(projectId)!,
        done(progress) {
          bar.at(progress);
          checkpoint?.keep(progress, asOf);
        },
      },
      progress,
    );
  } finally {
    bar.stop();
    threads.close();
  }
  const report = reportOf(question, progress.tally);
  const files = out === null ? [] : writeReport(out, report);
  await record?.ended(report);
  checkpoint?.remove();
  const seconds = (performance.now() - started) / 1000;
  const decisions = progress.tally.decisions - before;
  const speed: Speed = {
    seconds: Math.round(seconds * 10) / 10,
    decisionsPerSecond: Math.round(decisions / seconds),
    files,
  };
  return { report, speed };
}

function questionOf(
  candidate: Candidate,
  asked: Pick<Around, "options" | "values"> & {
    projectId: string | null;
    projects: Question["projects"];
    money: Awaited<ReturnType<typeof replayPrices>>;
    asOf: number;
  },
): Question {
  const { name, version, sha256 } = candidate.model;
  const { projectId, projects, options, values, money, asOf } = asked;
  return {
    candidate: { name, version, sha256 },
    projectId,
    projects,
    period: { from: options.from, to: options.to ?? asOf + 1 },
    maturity: {
      asOf,
      matureDays: options.matureDays === undefined ? defaultMatureDays : options.matureDays,
    },
    money: money && {
      ...money.prices,
      from: money.from,
      valuesFile: options.valuesFile,
      valuesRead: values?.size ?? 0,
    },
    limits: options.limits,
  };
}

function madeFolder(named: string): string {
  const folder = resolve(named);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CommandFailed(`${folder} cannot be made (${(error as { code?: string }).code})`);
  }
  return folder;
}

/** Each has its name only once it is whole. They tell of decisions: for the operator's eyes only. */
function writeReport(folder: string, report: ReplayReport): string[] {
  const contents = {
    "report.json": `${JSON.stringify(report, null, 2)}\n`,
    "report.html": reportPage(report),
  };
  return Object.entries(contents).map(([name, text]) => {
    const file = join(folder, name);
    try {
      writeFileSync(`${file}.partial`, text, { mode: 0o600 });
      renameSync(`${file}.partial`, file);
    } catch (error) {
      throw new CommandFailed(`${file} cannot be written (${(error as { code?: string }).code})`);
    }
    return file;
  });
}

async function projectsOf(named: string | undefined, store: Store): Promise<Question["projects"]> {
  const found =
    named === undefined ? await store.projects.list() : [await getProject(store, named)];
  return found.map(({ id, name, riskSetting }) => ({
    id,
    name,
    riskSetting: riskSetting as RiskSetting,
  }));
}
