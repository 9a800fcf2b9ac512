/**
 * What speaks for a promotion: the replays that count, and the live decisions that the model scored
 * in the shadow. The command line and the dashboard ask the same question here.
 */
import type { RiskSetting } from "../projects/risk-setting.ts";
import { pairedChange } from "../replay/interval.ts";
import { defaultLimits, type LoosenedLimit } from "../replay/limits.ts";
import { type ReplayReport, replayRules } from "../replay/report.ts";
import { allowedDenyRateChange } from "../risk/deny-rate.ts";
import { suggestedActionOf } from "../risk/score.ts";
import type { ProjectRecord } from "../storage/projects.ts";
import type { ReplayRecord } from "../storage/replays.ts";
import type { ScorePair } from "../storage/shadow-scores.ts";
import type { Store } from "../storage/store.ts";
import type { ModelName } from "./model-name.ts";
import { promotionsOf } from "./roles.ts";

/** Why a model may not be promoted without force. */
export type Objection =
  /** `projectId` null: of all projects. */
  | { kind: "required"; projectId: string | null }
  | { kind: "failed"; projectId: string | null }
  /** It followed the rules of an older version, or its newest decision is this old. */
  | { kind: "outdated"; projectId: string | null; days: number | null; daysMax: number }
  /** On live decisions the model denied far more than the active one. */
  | ({ kind: "shadow"; projectId: string } & ShadowDenials);

export interface PromotionProof {
  objections: Objection[];
  /** The limits of the replays that count that were looser than the defaults. */
  loosened: LoosenedLimit[];
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
  for (const record of replays.found) {
    const full = await store.replays.find(record.id);
    const report = JSON.parse(full?.report ?? "{}") as Partial<ReplayReport>;
    const objection = objectionTo(record, report, asked.at);
    if (objection) objections.push(objection);
    for (const limit of report.loosened ?? []) loosened.set(limit.name, limit);
  }
  for (const project of projects) {
    const denials = await shadowDenials(store, asked.model, project);
    if (denials) objections.push({ kind: "shadow", projectId: project.id, ...denials });
  }
  return {
    objections,
    loosened: [...loosened.values()],
    replays: replays.found.map(({ id, passed, projectId }) => ({
      ...{ id, projectId },
      passed: passed === true,
    })),
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

const dayMs = 86_400_000;

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

export interface ShadowDenials {
  riskSetting: string;
  /** Live decisions that both models scored, and how many each denied or would have denied. */
  decisions: number;
  served: number;
  shadow: number;
  /** Those that only the shadow model denies, and those that only the active one denied. */
  newly: number;
  noLonger: number;
}

/** With fewer live decisions, a few more denials can be chance. */
const shadowDecisionsMin = 20;

/**
 * Live decisions that the model scored in the shadow, where it would deny far more of them than were
 * denied: even the lower end of the 95 % interval of the change is above what a replay allows.
 */
async function shadowDenials(
  { shadowScores }: Store,
  { name, version }: ModelName,
  { id, riskSetting }: Pick<ProjectRecord, "id" | "riskSetting">,
): Promise<ShadowDenials | null> {
  const pairs = await shadowScores.pairs(name, version, id);
  const denials = denialsOf(pairs, riskSetting as RiskSetting);
  return deniesFarMore(denials) ? { riskSetting, ...denials } : null;
}

type Denials = Omit<ShadowDenials, "riskSetting">;

export function denialsOf(pairs: readonly ScorePair[], setting: RiskSetting): Denials {
  const found: Denials = { decisions: 0, served: 0, shadow: 0, newly: 0, noLonger: 0 };
  for (const { served, shadow, count } of pairs) {
    found.decisions += count;
    const [was, is] = [served, shadow].map((one) => suggestedActionOf(one, setting) === "deny");
    if (was) found.served += count;
    if (is) found.shadow += count;
    if (is && !was) found.newly += count;
    if (was && !is) found.noLonger += count;
  }
  return found;
}

export function deniesFarMore({ decisions, served, newly, noLonger }: Denials): boolean {
  if (decisions < shadowDecisionsMin) return false;
  const { low } = pairedChange({ more: newly, less: noLonger }, decisions);
  return low > allowedDenyRateChange(served / decisions);
}
