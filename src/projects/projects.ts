/** Projects: each an isolated environment with its own keys, data and risk setting. */
import { randomBase62 } from "../base/base62.ts";
import { DomainError, invalidInput } from "../base/domain-error.ts";
import { isoTime } from "../base/iso-time.ts";
import { type Actor, auditEntry } from "../storage/port/audit.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import { readName } from "./name.ts";
import { isRiskSetting, riskSettings } from "./risk-setting.ts";

export interface ProjectDeps {
  store: Pick<Store, "projects">;
  now: () => number;
}

export interface ProjectSummary {
  projectId: string;
  name: string;
  riskSetting: string;
  createdAt: string;
  archivedAt: string | null;
  /** Its share of fraud among attempts, to which scores are shifted; null: they are the model's. */
  baseRate: number | null;
}

/** @throws DomainError project_not_found */
export async function getProject(
  store: ProjectDeps["store"],
  projectId: string,
): Promise<ProjectRecord> {
  const project = await store.projects.find(projectId);
  if (project) return project;
  throw new DomainError("project_not_found", { projectId });
}

/** @throws DomainError invalid_input */
export async function createProject(
  { store, now }: ProjectDeps,
  actor: Actor,
  input: { name: string; riskSetting: string },
): Promise<ProjectSummary> {
  const name = readName(input.name);
  const riskSetting = readRiskSetting(input.riskSetting);
  const at = now();
  // The identifier is short because it begins every key of every table. The primary key refuses a
  // duplicate.
  const id = `prj_${randomBase62(10)}`;
  const project: ProjectRecord = {
    id,
    name,
    riskSetting,
    createdAt: at,
    archivedAt: null,
    baseRate: null,
  };
  await store.projects.create(
    project,
    auditEntry(actor, at, "project.create", {
      subject: id,
      projectId: id,
      detail: { riskSetting },
    }),
  );
  return projectSummary(project);
}

/** @throws DomainError invalid_input, project_not_found */
export async function renameProject(
  { store, now }: ProjectDeps,
  actor: Actor,
  { projectId, name: text }: { projectId: string; name: string },
): Promise<ProjectSummary> {
  const name = readName(text);
  const project = await getProject(store, projectId);
  await store.projects.rename(
    projectId,
    name,
    auditEntry(actor, now(), "project.rename", { subject: projectId, projectId, detail: { name } }),
  );
  return projectSummary({ ...project, name });
}

/** Takes effect with the next request. @throws DomainError invalid_input, project_not_found */
export async function setRiskSetting(
  { store, now }: ProjectDeps,
  actor: Actor,
  input: { projectId: string; riskSetting: string },
): Promise<ProjectSummary> {
  const { projectId } = input;
  const riskSetting = readRiskSetting(input.riskSetting);
  const project = await getProject(store, projectId);
  await store.projects.setRiskSetting(
    projectId,
    riskSetting,
    auditEntry(actor, now(), "project.risk-setting", {
      subject: projectId,
      projectId,
      detail: { riskSetting, before: project.riskSetting },
    }),
  );
  return projectSummary({ ...project, riskSetting });
}

/**
 * The keys of an archived project are refused from the next request on, and accepted again once it
 * is restored.
 * @throws DomainError project_not_found
 */
export async function setArchived(
  { store, now }: ProjectDeps,
  actor: Actor,
  { projectId, archived }: { projectId: string; archived: boolean },
): Promise<ProjectSummary> {
  const project = await getProject(store, projectId);
  const at = now();
  const archivedAt = archived ? at : null;
  await store.projects.setArchived(
    projectId,
    archivedAt,
    auditEntry(actor, at, archived ? "project.archive" : "project.restore", {
      subject: projectId,
      projectId,
      detail: {},
    }),
  );
  return projectSummary({ ...project, archivedAt });
}

function readRiskSetting(text: string) {
  if (isRiskSetting(text)) return text;
  throw invalidInput("riskSetting", `must be one of ${riskSettings.join(", ")}`);
}

export function projectSummary({
  id,
  name,
  riskSetting,
  createdAt,
  archivedAt,
  baseRate,
}: ProjectRecord): ProjectSummary {
  return {
    projectId: id,
    name,
    riskSetting,
    createdAt: isoTime(createdAt),
    archivedAt: isoTime(archivedAt),
    baseRate,
  };
}
