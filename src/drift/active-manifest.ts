/** The manifest of the model that scores a project now. */
import type { Store } from "../storage/store.ts";

export interface ActiveManifest {
  name: string;
  version: string;
  manifest: Readonly<Record<string, unknown>>;
}

/** Null where no model was ever made active. */
export async function activeManifest(
  projectId: string,
  store: Store,
): Promise<ActiveManifest | null> {
  const { promotions } = await store.models.roles();
  const first = (id: string | null) => promotions.find((one) => one.projectId === id);
  const active = first(projectId) ?? first(null);
  const model = active && (await store.models.find(active.name, active.version));
  if (!model) return null;
  const { name, version } = model;
  return { name, version, manifest: JSON.parse(model.manifest) as ActiveManifest["manifest"] };
}
