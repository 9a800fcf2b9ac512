/** The reference that the model of a project brings. */
import type { Store } from "../storage/store.ts";
import { activeManifest } from "./active-manifest.ts";
import { type Reference, readReference } from "./reference.ts";

export interface BroughtReference {
  /** `name@version` of the model. */
  model: string;
  reference: Reference;
}

/** Null where no model is active, or it brings none. */
export async function broughtReference(
  projectId: string,
  store: Store,
): Promise<BroughtReference | null> {
  const active = await activeManifest(projectId, store);
  const reference = active && readReference(active.manifest.reference);
  return reference && { model: `${active.name}@${active.version}`, reference };
}
