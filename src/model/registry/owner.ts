/** Whose a model is: one project's own, which no other sees, or shared by all. */
import { DomainError } from "../../base/domain-error.ts";
import { type Actor, auditEntry } from "../../storage/port/audit.ts";
import { fullName, type ModelName } from "./model-name.ts";
import { getModel, type RegistryDeps } from "./roles.ts";

/**
 * Gives a shared model to a project, or shares a project's with all (null).
 *
 * @returns whether anything changed.
 * @throws DomainError model_not_found; model_owned where it is another project's, so that it is never
 *   shared by mistake on its way; model_in_use_elsewhere
 */
export async function setOwner(
  { library, now }: RegistryDeps,
  actor: Actor,
  { model, projectId }: { model: ModelName; projectId: string | null },
): Promise<boolean> {
  const { name, version, ownerProjectId: before } = await getModel(library, model);
  if (before === projectId) return false;
  const subject = fullName(model);
  if (before !== null && projectId !== null) {
    throw new DomainError("model_owned", { model: subject, projectId: before });
  }
  const action = projectId === null ? "model.share" : "model.own";
  const entry = { subject, projectId: projectId ?? before, detail: {} };
  const isSet = await library.store.models.setOwner(
    { name, version, ownerProjectId: projectId },
    before,
    auditEntry(actor, now(), action, entry),
  );
  if (!isSet) throw new DomainError("model_in_use_elsewhere", { model: subject, projectId });
  return true;
}
