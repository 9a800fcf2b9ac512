/** Which model scores in shadow mode: alongside the active one, without effect. */
import { DomainError } from "../../base/domain-error.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import { assertAttributesDeclared } from "./declared-attributes.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { getUsableModel, type RegistryDeps, refusedMeanwhile } from "./roles.ts";

interface ShadowInput {
  model: ModelName;
  /** Null: all projects. */
  projectId: string | null;
}

/**
 * Puts a model into the shadow, replacing the one there.
 * @throws DomainError model_not_found, model_owned, model_retired, model_unusable, attributes_undeclared
 */
export async function startShadow(
  { library, now }: RegistryDeps,
  actor: Actor,
  { model, projectId }: ShadowInput,
): Promise<void> {
  const record = await getUsableModel(library, model, projectId);
  await assertAttributesDeclared(library, record, projectId);
  const { name, version } = record;
  const at = now();
  const subject = fullName(model);
  const entry = { subject, projectId, detail: {} };
  const isStarted = await library.store.models.startShadow(
    { projectId, name, version, startedAt: at },
    auditEntry(actor, at, "model.shadow", entry),
  );
  if (!isStarted) throw await refusedMeanwhile(library, model, projectId);
}

/** The scores that it gave so far remain. @throws DomainError model_not_in_shadow */
export async function endShadow(
  { library, now }: RegistryDeps,
  actor: Actor,
  { model, projectId }: ShadowInput,
): Promise<void> {
  const { name, version } = model;
  const subject = fullName(model);
  const entry = auditEntry(actor, now(), "model.shadow-end", { subject, projectId, detail: {} });
  if (await library.store.models.endShadow({ name, version, projectId }, entry)) return;
  throw new DomainError("model_not_in_shadow", { model: subject });
}
