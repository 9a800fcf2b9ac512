/** Which model decides: promote one, or go back to the one before. */
import { DomainError } from "../domain-error.ts";
import { type Actor, auditEntry } from "../storage/audit.ts";
import type { PromotionRecord } from "../storage/models.ts";
import type { ReplayRecord } from "../storage/replays.ts";
import type { Library } from "./library.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { getUsableModel, promotionsOf, type RegistryDeps } from "./roles.ts";

/**
 * Makes a model the active one of a project, or of all projects (null).
 *
 * @param input `force`: without a replay that passed.
 * @returns whether anything changed; the model may be active already.
 * @throws DomainError model_not_found, model_retired, model_unusable, replay_required, replay_failed
 */
export async function promote(
  { library, now }: RegistryDeps,
  actor: Actor,
  input: { model: ModelName; projectId: string | null; force: boolean },
): Promise<boolean> {
  const { store } = library;
  const { projectId, force } = input;
  const { name, version } = await getUsableModel(library, input.model);
  const model = fullName({ name, version });
  const [active] = promotionsOf(await store.models.roles(), projectId);
  if (active && fullName(active) === model) return false;
  const replays = await replaysThatCount(library, { name, version }, projectId);
  if (!force) assertPassed(model, projectId, replays);
  const at = now();
  const detail = {
    forced: force,
    replays: replays.map(({ id, passed, projectId }) => ({ id, passed, projectId })),
  };
  await store.models.promote(
    { projectId, name, version, actor: actor.name, promotedAt: at },
    auditEntry(actor, at, "model.promote", { subject: model, projectId, detail }),
  );
  return true;
}

/**
 * The replays that count: the newest finished one of each project. For one project that is its own
 * or one of all projects; for all projects, every one of them.
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
  model: string,
  projectId: string | null,
  replays: readonly ReplayRecord[],
): void {
  const failed = replays.find(({ passed }) => !passed);
  if (failed) throw new DomainError("replay_failed", { model, projectId: failed.projectId });
  if (replays.length === 0) throw new DomainError("replay_required", { model, projectId });
}

/**
 * Ends the active promotion of a project, or of all projects (null): the one before it is active
 * again, and a project without one follows all projects.
 *
 * @param input `from`: the model that is active there as far as the user knows, `NAME@VERSION`.
 * @returns the model that is active now; null where a project follows all projects again.
 * @throws DomainError no_active_model, no_own_model, no_previous_model, active_model_changed,
 *   model_retired, model_unusable
 */
export async function rollback(
  { library, now }: RegistryDeps,
  actor: Actor,
  { projectId, from }: { projectId: string | null; from?: string },
): Promise<PromotionRecord | null> {
  const { models } = library.store;
  const [active, before] = promotionsOf(await models.roles(), projectId);
  if (!active) {
    throw projectId === null
      ? new DomainError("no_active_model", {})
      : new DomainError("no_own_model", { projectId });
  }
  const model = fullName(active);
  if (from !== undefined && from !== model) {
    throw new DomainError("active_model_changed", { active: model });
  }
  if (!before && projectId === null) throw new DomainError("no_previous_model", { model });
  if (before) await getUsableModel(library, before);
  const detail = { to: before ? fullName(before) : null };
  const entry = auditEntry(actor, now(), "model.rollback", { subject: model, projectId, detail });
  if (await models.rollback(active, entry)) return before ?? null;
  throw new DomainError("active_model_changed", { active: null });
}
