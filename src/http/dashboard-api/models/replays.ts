/** A model's replays: which there are, how they ended, and one's report. */
import { basename } from "node:path";
import { isoTime } from "../../../base/iso-time.ts";
import type { ReplayReport } from "../../../evaluation/replay/report.ts";
import type { ModelName } from "../../../model/registry/model-name.ts";
import { fullName } from "../../../model/registry/model-name.ts";
import {
  type Objection,
  type PromotionProof,
  promotionProof,
} from "../../../model/registry/promotion-proof.ts";
import type { ModelRecord } from "../../../storage/port/models.ts";
import type { ReplayRecord } from "../../../storage/port/replays.ts";
import { Problem } from "../../problems/problem.ts";
import type { RouteDeps } from "../deps.ts";
import type { UserCaller } from "../guards.ts";
import { mayRead, projectNames } from "./visible.ts";

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
  /** Whether the user may see its report. */
  mayOpen: boolean;
}

/** What speaks for and against promoting a model, by the rule of `promote`. */
export interface Proof {
  /** An objection's project is null for all projects, and for one that the user may not see. */
  objections: (Objection & { projectName: string | null })[];
  /** Limits that were looser than the defaults in the replays that count. */
  loosened: PromotionProof["loosened"];
  /** Live decisions that the model scored in shadow mode, and how many a promotion takes. */
  live: PromotionProof["live"];
}

export interface ModelReplays {
  replays: ListedReplay[];
  /** `all` is null for users of single projects, as it tells of others, and for a project's own model. */
  proof: { here: Proof; all: Proof | null };
  /** This model's replay that was started in the dashboard. */
  running: { projectId: string | null; startedAt: string; done: number; decisions: number } | null;
  /** Whether this model's replay waits here until one of another project has ended. */
  isWaiting: boolean;
  /** Whether another model's replay is running or waits here; a project has one at a time. */
  isBusy: boolean;
  /** When the last one that was started in the dashboard failed. */
  failedAt: string | null;
}

const replaysMax = 100;

export async function listReplays(
  deps: RouteDeps,
  caller: UserCaller,
  model: ModelRecord,
): Promise<ModelReplays> {
  const { store, models } = deps;
  const [replays, names] = await Promise.all([
    store.replays.list(model.name, model.version),
    projectNames(store),
  ]);
  const run = models.replays.running();
  const isIts = run !== null && fullName(run.model) === fullName(model);
  const isVisible = run !== null && (run.projectId === null || mayRead(caller, run.projectId));
  const waitsHere = models.replays
    .waiting()
    .find(({ projectId }) => projectId === caller.projectId);
  const isWaiting = waitsHere !== undefined && fullName(waitsHere.model) === fullName(model);
  const runsHere = run !== null && run.projectId === caller.projectId;
  const failedAt = models.replays.failedAt(model);
  return {
    replays: replays
      .filter(({ projectId }) => projectId === null || mayRead(caller, projectId))
      .filter(({ startedAt, finishedAt }) => !isRunning({ startedAt, finishedAt }, isIts && run))
      .slice(0, replaysMax)
      .map((one) => listedReplay(one, names, caller)),
    proof: {
      here: await proofOf(deps, caller, { model, projectId: caller.projectId, names }),
      all:
        mayRead(caller, null) && model.ownerProjectId === null
          ? await proofOf(deps, caller, { model, projectId: null, names })
          : null,
    },
    running: isIts && isVisible ? { ...runProgress(run), projectId: run.projectId } : null,
    isWaiting,
    isBusy: (runsHere && !isIts) || (waitsHere !== undefined && !isWaiting),
    failedAt: isoTime(failedAt),
  };
}

async function proofOf(
  { store, now }: RouteDeps,
  caller: UserCaller,
  asked: { model: ModelName; projectId: string | null; names: ReadonlyMap<string, string> },
): Promise<Proof> {
  const { model, projectId, names } = asked;
  const { objections, loosened, live } = await promotionProof(store, {
    model,
    projectId,
    at: now(),
  });
  return {
    loosened,
    live,
    objections: objections.map((objection) => {
      const { projectId } = objection;
      const isVisible = projectId !== null && mayRead(caller, projectId);
      return { ...objection, projectName: isVisible ? (names.get(projectId) ?? projectId) : null };
    }),
  };
}

const isRunning = (
  { startedAt, finishedAt }: Pick<ReplayRecord, "startedAt" | "finishedAt">,
  run: { startedAt: number } | false | null,
) => finishedAt === null && run !== null && run !== false && startedAt >= run.startedAt;

const runProgress = ({
  startedAt,
  done,
  decisions,
}: { startedAt: number } & Record<"done" | "decisions", number>) => ({
  done,
  decisions,
  startedAt: isoTime(startedAt),
});

function listedReplay(
  record: ReplayRecord,
  names: ReadonlyMap<string, string>,
  caller: UserCaller,
): ListedReplay {
  const { id, projectId, startedAt, finishedAt, passed } = record;
  return {
    replayId: id,
    projectId,
    passed,
    projectName: projectId === null ? null : (names.get(projectId) ?? projectId),
    startedAt: isoTime(startedAt),
    finishedAt: isoTime(finishedAt),
    ...periodOf(record),
    mayOpen: finishedAt !== null && mayRead(caller, projectId),
  };
}

function periodOf({ options }: ReplayRecord): { from: string | null; to: string | null } {
  const asked = JSON.parse(options) as { options?: { from?: number | null; to?: number | null } };
  const { from = null, to = null } = asked.options ?? {};
  return { from: isoTime(from), to: isoTime(to) };
}

/**
 * The report of a model's replay, if it is of the caller's project or the user may see all projects: a
 * report on all projects names them and their bookings. @throws Problem not_found
 */
export async function getReplayReport(
  { store }: RouteDeps,
  caller: UserCaller,
  { model, replayId }: { model: ModelName; replayId: string },
): Promise<ReplayReport> {
  const record = await store.replays.find(replayId);
  const isIts = record !== null && fullName(record) === fullName(model);
  const isHere = record?.projectId === caller.projectId;
  if (!isIts || !record.report || !(isHere || mayRead(caller, null))) {
    throw new Problem("not_found", "There is no such report.");
  }
  const report = JSON.parse(record.report) as ReplayReport;
  const { money } = report;
  if (!money?.valuesFile) return report;
  // The folder on the server concerns only its operator.
  return { ...report, money: { ...money, valuesFile: basename(money.valuesFile) } };
}
