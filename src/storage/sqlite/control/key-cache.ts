/**
 * Finds a key's owner without SQL while `control.db` is unchanged. Before every use the cache asks
 * for the header of the database's WAL (`change-mark.ts`); if any process has committed since, all
 * entries are dropped. So a cached owner is never older than the database.
 */
import type { KeyOwner } from "../../port/keys.ts";

/** More keys than this are rarely in use at once; when there are, the cache starts over. */
const cachedMax = 10_000;

/**
 * @param read finds the owner of a key, by its hash, in the file.
 * @param changed whether the file may have changed since the last call.
 */
export function keyCache(
  read: (hash: string) => KeyOwner | null,
  changed: () => boolean,
): (hash: string) => KeyOwner | null {
  const cached = new Map<string, KeyOwner>();
  return (hash) => {
    // Checked before reading: a change made while the file is read is then noticed by the next call.
    if (changed() || cached.size >= cachedMax) cached.clear();
    const known = cached.get(hash);
    if (known) return known;
    const owner = read(hash);
    if (owner) cached.set(hash, owner); // Unknown keys are not cached: there is no end of them.
    return owner;
  };
}
