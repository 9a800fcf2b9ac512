/**
 * What speaks for a promotion: the replays that count, and the live decisions that the model scored
 * in shadow mode. The command line and the dashboard ask the same question here.
 */
import { dayMs } from "../../base/durations.ts";
import { defaultLimits, type Limits, type LoosenedLimit } from "../../evaluation/replay/limits.ts";
import { type ReplayReport, replayRules } from "../../evaluation/replay/report.ts";
import type { ProjectRecord } from "../../storage/port/projects.ts";
import type { ReplayRecord } from "../../storage/port/replays.ts";
import type { Store } from "../../storage/port/store.ts";
import { type LiveDecisions, liveEvidence, type ShadowDenials } from "./live-evidence.ts";
import type { ModelName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

/** Why a model may not be promoted without force. */
export type Objection =
  /** `projectId` null: of all projects. */
  | { kind: "required"; projectId: string | null }
  | { kind: "failed"; projectId: string | null }
  /** It followed the rules of an older version, or its newest decision is this old. */
  | { kind: "outdated"; projectId: string | null; days: number | null; daysMax: number }
  /** On live decisions the model denied far more than the active one, or allowed most of what that denied. */
  | ({ kind: "shadow"; projectId: string } & ShadowDenials)
  /** Too few live decisions were scored in shadow mode. */
  | ({ kind: "live"; projectId: string | null } & LiveDecisions);

export interface PromotionProof {
  objections: Objection[];
  /** The limits of the replays that count that were looser than the defaults. */
  loosened: LoosenedLimit[];
  /** Of the project, or of all that would get the model. */
  live: LiveDecisions;
  replays: { id: string; passed: boolean; projectId: string | null }[];
}

type Asked = { model: ModelName; projectId: string | null; at: number };

/** @param asked `projectId` null: all projects that have no model of their own. */
export async function promotionProof(store: Store, asked: Asked): Promise<PromotionProof> {
  const projects = await projectsConcerned(store, asked.projectId);
  const replays = await replaysThatCount(store, asked, projects);
  const objections: Objection[] = replays.missing.map((projectId) => ({
    kind: "required",
    projectId,
  }));
  const loosened = new Map<string, LoosenedLimit>();
  const limits: Partial<Limits>[] = [];
  for (const record of replays.found) {
    const full = await store.replays.find(record.id);
    const report = JSON.parse(full?.report ?? "{}") as Partial<ReplayReport>;
    const objection = objectionTo(record, report, asked.at);
    if (objection) objections.push(objection);
    for (const limit of report.loosened ?? []) loosened.set(limit.name, limit);
    if (report.limits) limits.push(report.limits);
  }
  const { model, at } = asked;
  const evidence = await liveEvidence(store, { model, projects, limits: strictest(limits), at });
  const { live, denials } = evidence;
  objections.push(...denials.map((one) => ({ kind: "shadow" as const, ...one })));
  if (live.decisions < live.decisionsMin) {
    objections.push({ kind: "live", projectId: asked.projectId, ...live });
  }
  return {
    objections,
    live,
    loosened: [...loosened.values()],
    replays: replays.found.map(({ id, passed, projectId }) => ({
      id,
      projectId,
      passed: passed === true,
    })),
  };
}

/** Of the replays that count; the defaults without one, or where an older version had no such limit. */
function strictest(limits: readonly Partial<Limits>[]) {
  const { liveDecisionsMin, ageDaysMax, newlyAllowedMax } = defaultLimits;
  const all = limits.length > 0 ? limits : [defaultLimits];
  return {
    liveDecisionsMin: Math.max(...all.map((one) => one.liveDecisionsMin ?? liveDecisionsMin)),
    ageDaysMax: Math.min(...all.map((one) => one.ageDaysMax ?? ageDaysMax)),
    newlyAllowedMax: Math.min(...all.map((one) => one.newlyAllowedMax ?? newlyAllowedMax)),
  };
}

/** The project itself; or those that would get the model and have decisions. */
async function projectsConcerned(
  store: Store,
  projectId: string | null,
): Promise<Pick<ProjectRecord, "id" | "riskSetting">[]> {
  const [all, roles] = await Promise.all([store.projects.list(), store.models.roles()]);
  if (projectId !== null) return all.filter(({ id }) => id === projectId);
  const following = all.filter(
    ({ id, archivedAt }) => archivedAt === null && promotionsOf(roles, id).length === 0,
  );
  const decided = await Promise.all(
    following.map(async ({ id }) => (await store.decisions.after(id, "", 1)).length > 0),
  );
  return following.filter((_, i) => decided[i]);
}

/**
 * For each project its own newest replay, else the newest of all projects: among the decisions of
 * all, those of one project may go under. Without any project, the newest of all projects.
 */
async function replaysThatCount(
  store: Store,
  { model: { name, version }, projectId }: Asked,
  projects: readonly { id: string }[],
): Promise<{ found: ReplayRecord[]; missing: (string | null)[] }> {
  const finished = (await store.replays.list(name, version)).filter(
    (one) => one.finishedAt !== null,
  );
  const newest = (of: string | null) => finished.find((one) => one.projectId === of);
  const wanted = projects.length > 0 ? projects.map(({ id }) => id) : [projectId];
  const found = new Map<string, ReplayRecord>();
  const missing: (string | null)[] = [];
  for (const id of wanted) {
    const replay = newest(id) ?? newest(null);
    if (replay) found.set(replay.id, replay);
    else missing.push(id);
  }
  return { found: [...found.values()], missing };
}

function objectionTo(
  { passed, projectId }: ReplayRecord,
  { rules, decisions, limits }: Partial<ReplayReport>,
  at: number,
): Objection | null {
  const daysMax = limits?.ageDaysMax ?? defaultLimits.ageDaysMax;
  if (rules !== replayRules) return { kind: "outdated", projectId, days: null, daysMax };
  if (!passed) return { kind: "failed", projectId };
  const days = decisions?.last
    ? (at - Date.parse(decisions.last)) / dayMs
    : Number.POSITIVE_INFINITY;
  if (days <= daysMax) return null;
  return { kind: "outdated", projectId, days: Math.floor(days), daysMax };
}
