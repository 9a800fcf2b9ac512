/** Which model decides: promote one, or go back to the one before. */
import { DomainError } from "../../base/domain-error.ts";
import type { LoosenedLimit } from "../../evaluation/replay/limits.ts";
import { controlEvent } from "../../projects/webhooks/event.ts";
import type { EventData } from "../../projects/webhooks/event-types.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import type { PromotionRecord } from "../../storage/port/models.ts";
import { assertAttributesDeclared } from "./declared-attributes.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { type Objection, promotionProof } from "./promotion-proof.ts";
import { getUsableModel, promotionsOf, type RegistryDeps, refusedMeanwhile } from "./roles.ts";

/**
 * Makes a model the active one of a project, or of all projects (null).
 *
 * @param input `force`: whatever speaks against it.
 * @returns whether anything changed, as the model may be active already, and whether the promotion
 *   is recorded as forced: by `force`, or since a replay passed with looser limits only.
 * @throws DomainError model_not_found, model_owned, model_retired, model_unusable, replay_required,
 *   attributes_undeclared, replay_failed, replay_outdated, shadow_differs, live_decisions_required
 */
export async function promote(
  { library, now }: RegistryDeps,
  actor: Actor,
  input: { model: ModelName; projectId: string | null; force: boolean },
): Promise<{ changed: boolean; forced: boolean; loosened: LoosenedLimit[] }> {
  const { store } = library;
  const { projectId, force } = input;
  const record = await getUsableModel(library, input.model, projectId);
  await assertAttributesDeclared(library, record, projectId);
  const { name, version } = record;
  const model = fullName(record);
  const [active] = promotionsOf(await store.models.roles(), projectId);
  if (active && fullName(active) === model) return { changed: false, forced: false, loosened: [] };
  const at = now();
  const proof = await promotionProof(store, { model: { name, version }, projectId, at });
  const [objection] = proof.objections;
  if (objection && !force) throw refusal(model, objection);
  const { loosened, replays, live } = proof;
  const forced = force || loosened.length > 0;
  const against = proof.objections.map(({ kind }) => kind);
  const isPromoted = await store.models.promote(
    { projectId, name, version, actor: actor.name, promotedAt: at },
    auditEntry(actor, at, "model.promote", {
      subject: model,
      projectId,
      detail: { forced, replays, live: live.decisions, ...(forced && { loosened, against }) },
      event: promotedEvent(projectId, at, { change: "promoted", model }),
    }),
  );
  if (!isPromoted) throw await refusedMeanwhile(library, record, projectId);
  return { changed: true, forced, loosened };
}

function promotedEvent(
  projectId: string | null,
  at: number,
  data: Omit<EventData<"model.promoted">, "appliesTo">,
) {
  const appliesTo = projectId === null ? "allProjects" : "project";
  return controlEvent(projectId, "model.promoted", at, { ...data, appliesTo });
}

/** Why a model may not decide without force. */
export function refusal(model: string, objection: Objection): DomainError {
  switch (objection.kind) {
    case "required":
      return new DomainError("replay_required", { model, projectId: objection.projectId });
    case "failed":
      return new DomainError("replay_failed", { model, projectId: objection.projectId });
    case "outdated":
      return new DomainError("replay_outdated", { model, ...objection });
    case "shadow":
      return new DomainError("shadow_differs", { model, ...objection });
    case "live":
      return new DomainError("live_decisions_required", { model, ...objection });
  }
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
  if (before) await getUsableModel(library, before, projectId);
  const to = before ? fullName(before) : null;
  const at = now();
  const entry = auditEntry(actor, at, "model.rollback", {
    subject: model,
    projectId,
    detail: { to },
    event: promotedEvent(projectId, at, { change: "rolledBack", model: to }),
  });
  if (await models.rollback(active, entry)) return before ?? null;
  throw new DomainError("active_model_changed", { active: null });
}
