/** Follows changes of the models' roles by any process: promotions, rollbacks, shadow models. */
import type { ModelRoles } from "../../storage/port/models.ts";
import type { Store } from "../../storage/port/store.ts";

/** How often changes are checked for, ms. */
const pollMs = 25;
/** How long until a model that could not be loaded is tried again, ms. */
const retryMs = 10_000;

export interface RolesFollower {
  close(): Promise<void>;
}

/**
 * @param apply called with the roles after each change, one call at a time, and once before this
 *   resolves. Returns whether all of them could be applied; otherwise it is called again later.
 * @param failed called with an error of the store or of `apply`; following continues.
 * @throws the error of the store or of `apply` on the first call.
 */
export async function followRoles(
  store: Store,
  apply: (roles: ModelRoles) => Promise<boolean>,
  failed: (error: unknown) => void,
): Promise<RolesFollower> {
  const changed = store.models.changes();
  let applied = "";
  let complete = true;
  let triedAt = 0;

  async function poll(): Promise<void> {
    const isDue = !complete && performance.now() - triedAt > retryMs;
    // Checked before the read: a change during the read is then noticed by the next poll.
    if (!changed() && !isDue) return;
    const wasComplete = complete;
    triedAt = performance.now();
    complete = false; // Until they are read and applied: after an error on the way it is tried again.
    const roles = await store.models.roles();
    const text = JSON.stringify(roles);
    // The same where another row of the database changed.
    complete = (text === applied && wasComplete) || (await apply(roles));
    applied = text;
  }

  await poll();
  let polling: Promise<void> | null = null;
  const timer = setInterval(() => {
    polling ??= poll()
      .catch(failed)
      .finally(() => {
        polling = null;
      });
  }, pollMs);
  return {
    async close() {
      clearInterval(timer);
      await polling;
    },
  };
}
