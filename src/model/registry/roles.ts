/** Which models score where, and the models that may. */
import { DomainError } from "../../base/domain-error.ts";
import type { ModelRecord, ModelRoles, PromotionRecord } from "../../storage/port/models.ts";
import { BundleRefused } from "../bundle-refused.ts";
import type { Library } from "./library.ts";
import { fullName, type ModelName } from "./model-name.ts";

export interface RegistryDeps {
  library: Library;
  now: () => number;
}

/** A project's promotions, or those of all projects (null), newest first. */
export function promotionsOf(
  { promotions }: Pick<ModelRoles, "promotions">,
  projectId: string | null,
): PromotionRecord[] {
  return promotions.filter((one) => one.projectId === projectId);
}

/** Any model of the library, regardless of its owner. @throws DomainError model_not_found */
export async function getModel(
  { store }: Pick<Library, "store">,
  model: ModelName,
): Promise<ModelRecord> {
  const found = await store.models.find(model.name, model.version);
  if (found) return found;
  throw new DomainError("model_not_found", { model: fullName(model) });
}

/**
 * Whether a project sees a model: its own, or one that is shared. `projectId` null: those who may see
 * all projects see all models.
 */
export function isSeenBy(
  { ownerProjectId }: Pick<ModelRecord, "ownerProjectId">,
  projectId: string | null,
): boolean {
  return ownerProjectId === null || projectId === null || ownerProjectId === projectId;
}

/**
 * A model as a project sees the library: another project's does not exist there.
 * @throws DomainError model_not_found
 */
export async function getModelFor(
  library: Pick<Library, "store">,
  model: ModelName,
  projectId: string | null,
): Promise<ModelRecord> {
  const found = await getModel(library, model);
  if (isSeenBy(found, projectId)) return found;
  throw new DomainError("model_not_found", { model: fullName(model) });
}

/**
 * A model that may score there. A project's own model never scores for all projects (null).
 * @throws DomainError model_not_found, model_owned
 */
export async function getModelToScore(
  library: Pick<Library, "store">,
  model: ModelName,
  projectId: string | null,
): Promise<ModelRecord> {
  const found = await getModelFor(library, model, projectId);
  const { ownerProjectId } = found;
  if (ownerProjectId === null || ownerProjectId === projectId) return found;
  throw new DomainError("model_owned", { model: fullName(found), projectId: ownerProjectId });
}

/**
 * A model that may score there, and whose files can score now.
 * @throws DomainError model_not_found, model_owned, model_retired, model_unusable
 */
export async function getUsableModel(
  library: Library,
  asked: ModelName,
  projectId: string | null,
): Promise<ModelRecord> {
  const record = await getModelToScore(library, asked, projectId);
  const model = fullName(record);
  if (record.retiredAt !== null) throw new DomainError("model_retired", { model });
  try {
    await (await library.open(record)).close();
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    throw new DomainError("model_unusable", { model, reason: error.message });
  }
  return record;
}

/**
 * Why the store refused a model that was usable a moment ago.
 * @throws DomainError as `getModelToScore` does, where it has got an owner by now.
 */
export async function refusedMeanwhile(
  library: Pick<Library, "store">,
  model: ModelName,
  projectId: string | null,
): Promise<DomainError> {
  await getModelToScore(library, model, projectId);
  return new DomainError("model_retired", { model: fullName(model) });
}
