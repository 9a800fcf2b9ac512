/** Which models score where, and the models that may. */
import { DomainError } from "../domain-error.ts";
import { BundleRefused } from "../model/bundle-refused.ts";
import type { ModelRecord, ModelRoles, PromotionRecord } from "../storage/models.ts";
import type { Library } from "./library.ts";
import { fullName, type ModelName } from "./model-name.ts";

export interface RegistryDeps {
  library: Library;
  now: () => number;
}

/** A project's promotions, or those of all projects (null), newest first. */
export function promotionsOf(
  { promotions }: ModelRoles,
  projectId: string | null,
): PromotionRecord[] {
  return promotions.filter((one) => one.projectId === projectId);
}

/** @throws DomainError model_not_found */
export async function getModel(
  { store }: Pick<Library, "store">,
  model: ModelName,
): Promise<ModelRecord> {
  const found = await store.models.find(model.name, model.version);
  if (found) return found;
  throw new DomainError("model_not_found", { model: fullName(model) });
}

/**
 * A model of the library whose files can score now.
 * @throws DomainError model_not_found, model_retired, model_unusable
 */
export async function getUsableModel(library: Library, asked: ModelName): Promise<ModelRecord> {
  const record = await getModel(library, asked);
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
