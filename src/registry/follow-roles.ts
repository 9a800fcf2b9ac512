/** Follows who scores: what any process promotes, rolls back or puts into the shadow. */
import type { ModelRoles } from "../storage/models.ts";
import type { Store } from "../storage/store.ts";

/** How often it is looked whether anything was changed, ms. */
const lookMs = 25;
/** When a model that could not be loaded is tried again, ms. */
const retryMs = 10_000;

export interface RolesFollower {
  close(): Promise<void>;
}

/**
 * @param take is given the roles whenever they changed, one after the other; the first time before
 *   this resolves. It says whether all of them could be taken up; else it is asked again later.
 * @param failed is told why the store or `take` did not answer; it goes on.
 * @throws whatever the store or `take` throws the first time.
 */
export async function followRoles(
  store: Store,
  take: (roles: ModelRoles) => Promise<boolean>,
  failed: (error: unknown) => void,
): Promise<RolesFollower> {
  const changed = store.models.changes();
  let taken = "";
  let whole = true;
  let triedAt = 0;

  async function look(): Promise<void> {
    const isDue = !whole && performance.now() - triedAt > retryMs;
    // Asked first: what changes while the file is read is then noticed at the next look.
    if (!changed() && !isDue) return;
    const roles = await store.models.roles();
    const text = JSON.stringify(roles);
    if (text === taken && whole) return; // A key's last use was written down, or the like.
    triedAt = performance.now();
    whole = false;
    whole = await take(roles);
    taken = text;
  }

  await look();
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= look()
      .catch(failed)
      .finally(() => {
        underWay = null;
      });
  }, lookMs);
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
