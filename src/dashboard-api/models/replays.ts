/** A model's replays: which there are, how they ended, and one's report. */
import { basename } from "node:path";
import { Problem } from "../../http/problem.ts";
import type { ModelName } from "../../registry/model-name.ts";
import { fullName } from "../../registry/model-name.ts";
import { replaysThatCount } from "../../registry/roles.ts";
import type { ReplayReport } from "../../replay/report.ts";
import type { ReplayRecord } from "../../storage/replays.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { modelOf } from "./asked-model.ts";
import { mayRead, projectNames } from "./seen.ts";

export interface ListedReplay {
  replayId: string;
  /** Null for all projects. */
  projectId: string | null;
  projectName: string | null;
  startedAt: string;
  /** Null while it runs, or where it was interrupted. */
  finishedAt: string | null;
  passed: boolean | null;
  /** Decisions from when and to when; null where there was no bound. */
  from: string | null;
  to: string | null;
  /** Whether its report is for this person. */
  mayOpen: boolean;
}

/** What replays say of promoting a model: `none` that counts, or the newest that does. */
export type Proof = "passed" | "failed" | "none";

export interface ModelReplays {
  replays: ListedReplay[];
  proof: { here: Proof; all: Proof };
  /** One that was begun on the dashboard, of this model. */
  underWay: { projectId: string | null; startedAt: string; done: number; decisions: number } | null;
  /** Whether another model's is under way: one at a time. */
  isBusy: boolean;
  /** When the last one that was begun on the dashboard failed. */
  failedAt: string | null;
}

const replaysMax = 100;

export async function listReplays(
  parts: Parts,
  caller: Caller,
  title: string,
): Promise<ModelReplays> {
  const { store, models } = parts;
  const model = await modelOf(parts, title);
  const [replays, names] = await Promise.all([
    store.replays.list(model.name, model.version),
    projectNames(store),
  ]);
  const run = models.replays.underWay();
  const isIts = run !== null && fullName(run.model) === fullName(model);
  const isSeen = run !== null && (run.projectId === null || mayRead(caller, run.projectId));
  const failedAt = models.replays.failedAt(model);
  return {
    replays: replays
      .filter(({ projectId }) => projectId === null || mayRead(caller, projectId))
      .filter(({ startedAt, finishedAt }) => !isRunning({ startedAt, finishedAt }, isIts && run))
      .slice(0, replaysMax)
      .map((one) => listedReplay(one, names, caller)),
    proof: {
      here: await proofOf(parts, model, caller.projectId),
      all: await proofOf(parts, model, null),
    },
    underWay: isIts && isSeen ? { ...toldRun(run), projectId: run.projectId } : null,
    isBusy: run !== null && !isIts,
    failedAt: failedAt === null ? null : new Date(failedAt).toISOString(),
  };
}

/** What `promote` asks for, by the same rule. */
async function proofOf({ store }: Parts, model: ModelName, projectId: string | null) {
  const replays = await replaysThatCount({ store }, model, projectId);
  if (replays.some(({ passed }) => !passed)) return "failed";
  return replays.length > 0 ? "passed" : "none";
}

const isRunning = (
  { startedAt, finishedAt }: Pick<ReplayRecord, "startedAt" | "finishedAt">,
  run: { startedAt: number } | false | null,
) => finishedAt === null && run !== null && run !== false && startedAt >= run.startedAt;

const toldRun = ({
  startedAt,
  done,
  decisions,
}: { startedAt: number } & Record<"done" | "decisions", number>) => ({
  ...{ done, decisions },
  startedAt: new Date(startedAt).toISOString(),
});

function listedReplay(
  record: ReplayRecord,
  names: ReadonlyMap<string, string>,
  caller: Caller,
): ListedReplay {
  const { id, projectId, startedAt, finishedAt, passed } = record;
  return {
    ...{ replayId: id, projectId, passed },
    projectName: projectId === null ? null : (names.get(projectId) ?? projectId),
    startedAt: new Date(startedAt).toISOString(),
    finishedAt: finishedAt === null ? null : new Date(finishedAt).toISOString(),
    ...periodOf(record),
    mayOpen: finishedAt !== null && mayRead(caller, projectId),
  };
}

function periodOf({ options }: ReplayRecord): { from: string | null; to: string | null } {
  const asked = JSON.parse(options) as { options?: { from?: number | null; to?: number | null } };
  const told = (ms: number | null | undefined) =>
    typeof ms === "number" ? new Date(ms).toISOString() : null;
  return { from: told(asked.options?.from), to: told(asked.options?.to) };
}

/**
 * One replay's report, where it is of the address's project or the person may see all of them: a
 * report on all projects names them and their bookings. @throws Problem not_found
 */
export async function replayReport(
  { store }: Parts,
  caller: Caller,
  replayId: string,
): Promise<ReplayReport> {
  const record = await store.replays.find(replayId);
  const isHere = record?.projectId === caller.projectId;
  if (!record?.report || !(isHere || mayRead(caller, null))) {
    throw new Problem("not_found", "There is no such report.");
  }
  const report = JSON.parse(record.report) as ReplayReport;
  const { valuesFile } = report.money;
  // Where a file lies on the machine is the operator's own business.
  return { ...report, money: { ...report.money, valuesFile: valuesFile && basename(valuesFile) } };
}
