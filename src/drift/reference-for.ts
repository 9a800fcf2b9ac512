/** What a project's decisions are compared with. */
import type { Store } from "../storage/store.ts";
import { broughtReference } from "./brought-reference.ts";
import { firstDays } from "./first-days.ts";
import { ownReference } from "./own-reference.ts";
import type { Reference } from "./reference.ts";

/** How it is called where the model brings none. */
export const ownReferenceName = `the project's first ${firstDays} days`;

/** The model's reference, or the project's first days; null where there is no decision either. */
export async function referenceFor(
  projectId: string,
  store: Store,
  pause?: () => Promise<void>,
): Promise<{ of: string; reference: Reference } | null> {
  const brought = await broughtReference(projectId, store);
  if (brought) return { of: `the training of ${brought.model}`, reference: brought.reference };
  const own = await ownReference(projectId, store, pause);
  return own && { of: ownReferenceName, reference: own };
}
