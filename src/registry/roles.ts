/** Who scores: promote, roll back, shadow, retire. Each is refused where it could do harm. */

import { auditLine, type Doing } from "../storage/audit.ts";
import type { ModelRecord, ModelRoles, PromotionRecord } from "../storage/models.ts";
import type { ReplayRecord } from "../storage/replays.ts";
import type { Library } from "./library.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { RegistryRefused } from "./refusal.ts";

export interface Promoting extends Doing {
  projectId: string | null;
  /** Without a replay that passed. */
  force: boolean;
}

/** @returns whether anything changed: it may be the active one already. */
export async function promote(
  library: Library,
  asked: ModelName,
  { projectId, force, ...doing }: Promoting,
): Promise<boolean> {
  const { store } = library;
  const model = await usable(library, asked);
  if (isSame(promotionsOf(await store.models.roles(), projectId)[0], model)) return false;
  const replays = await replaysThatCount(library, model, projectId);
  if (!force) assertPassed(model, projectId, replays);
  const detail = {
    forced: force,
    replays: replays.map(({ id, passed, projectId }) => ({ id, passed, projectId })),
  };
  const { name, version } = model;
  await store.models.promote(
    { projectId, name, version, actor: doing.actor, promotedAt: doing.at },
    auditLine(doing, "model.promote", fullName(model), projectId, detail),
  );
  return true;
}

/**
 * The replays that count: of each project the newest that was finished. For one project its own or
 * one of all; for all projects every one that there is.
 */
export async function replaysThatCount(
  { store }: Pick<Library, "store">,
  { name, version }: ModelName,
  projectId: string | null,
): Promise<ReplayRecord[]> {
  const finished = (await store.replays.list(name, version)).filter(
    (one) => one.finishedAt !== null,
  );
  const newest = finished.filter(
    (one, i) => finished.findIndex((other) => other.projectId === one.projectId) === i,
  );
  if (projectId === null) return newest;
  return newest.filter((one) => one.projectId === null || one.projectId === projectId).slice(0, 1);
}

function assertPassed(
  model: ModelRecord,
  projectId: string | null,
  replays: readonly ReplayRecord[],
): void {
  const failed = replays.find(({ passed }) => !passed);
  if (failed) {
    const of = failed.projectId === null ? "" : ` of project ${failed.projectId}`;
    throw new RegistryRefused(
      `the last replay of ${fullName(model)}${of} did not pass; look at its report, or use --force`,
      "unproven",
    );
  }
  if (replays.length > 0) return;
  const of = projectId === null ? "" : ` of project ${projectId}`;
  throw new RegistryRefused(
    `${fullName(model)} has no finished replay${of}; run: booking-risk model replay ` +
      `${fullName(model)} --project ${projectId ?? "ID"} (or use --force)`,
    "unproven",
  );
}

/**
 * Ends the active promotion of a project, or of all: the one before it is active again; a project
 * without one goes with all.
 *
 * @returns what is active now there; null where a project goes with all again.
 */
export async function rollback(
  library: Library,
  projectId: string | null,
  doing: Doing,
): Promise<PromotionRecord | null> {
  const { store } = library;
  const [active, before] = promotionsOf(await store.models.roles(), projectId);
  if (!active) {
    throw new RegistryRefused(
      projectId === null
        ? "no model is active yet; start the service once"
        : `project ${projectId} has no model of its own; it goes with all projects`,
    );
  }
  if (!before && projectId === null) {
    throw new RegistryRefused(`${fullName(active)} is the first; no model was active before it`);
  }
  if (before) await usable(library, before);
  const detail = { to: before ? fullName(before) : null };
  const line = auditLine(doing, "model.rollback", fullName(active), projectId, detail);
  if (await store.models.rollback(active, line)) return before ?? null;
  throw new RegistryRefused("somebody else promoted or rolled back meanwhile; look, and try again");
}

/** Puts a model into the shadow, in the place of whichever was there. */
export async function startShadow(
  library: Library,
  asked: ModelName,
  projectId: string | null,
  doing: Doing,
): Promise<void> {
  const model = await usable(library, asked);
  const { name, version } = model;
  await library.store.models.startShadow(
    { projectId, name, version, startedAt: doing.at },
    auditLine(doing, "model.shadow", fullName(model), projectId),
  );
}

/** @throws RegistryRefused where it is not in the shadow there. */
export async function endShadow(
  { store }: Library,
  model: ModelName,
  projectId: string | null,
  doing: Doing,
): Promise<void> {
  const line = auditLine(doing, "model.shadow-end", fullName(model), projectId);
  if (await store.models.endShadow({ ...model, projectId }, line)) return;
  throw new RegistryRefused(`${fullName(model)} is not in the shadow there`);
}

/** Its files stay: decisions name it. */
export async function retire({ store }: Library, asked: ModelName, doing: Doing): Promise<void> {
  const model = await store.models.find(asked.name, asked.version);
  if (!model) throw unknown(asked);
  const line = auditLine(doing, "model.retire", fullName(model), null);
  if (await store.models.retire({ ...asked, retiredAt: doing.at }, line)) return;
  throw new RegistryRefused(
    `${fullName(model)} is active or in the shadow; promote another or roll back, and end its ` +
      "shadow, before it is retired",
  );
}

/** A project's promotions, or those of all (null), newest first. */
export function promotionsOf(
  { promotions }: ModelRoles,
  projectId: string | null,
): PromotionRecord[] {
  return promotions.filter((one) => one.projectId === projectId);
}

/** A model of the library whose files can score now. */
async function usable(library: Library, asked: ModelName): Promise<ModelRecord> {
  const model = await library.store.models.find(asked.name, asked.version);
  if (!model) throw unknown(asked);
  if (model.retiredAt !== null) {
    throw new RegistryRefused(`${fullName(model)} is retired; install its bundle again first`);
  }
  await (await library.open(model)).close();
  return model;
}

function isSame(promotion: ModelName | undefined, { name, version }: ModelName): boolean {
  return promotion?.name === name && promotion.version === version;
}

function unknown(model: ModelName): RegistryRefused {
  return new RegistryRefused(
    `there is no model ${fullName(model)} in the library; see: booking-risk model list`,
  );
}
