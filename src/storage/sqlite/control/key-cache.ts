/** Finds a key's owner: from memory while nobody changed `control.db`, else from the file. */
import type { KeyOwner } from "../../keys.ts";

/** Keys in use at once that are kept in memory; with more, all are read anew now and then. */
const keptMax = 10_000;

/**
 * @param read looks a key's hash up in the file.
 * @param changed whether the file may have changed since the last call. It is asked before each
 *   answer, so a revocation that any process confirmed holds for the next look-up.
 */
export function keyLookUp(
  read: (hash: string) => KeyOwner | null,
  changed: () => boolean,
): (hash: string) => KeyOwner | null {
  const known = new Map<string, KeyOwner>();
  return (hash) => {
    // Asked first: what changes while the file is read is then noticed at the next look-up.
    if (changed() || known.size >= keptMax) known.clear();
    const kept = known.get(hash);
    if (kept) return kept;
    const owner = read(hash);
    if (owner) known.set(hash, owner); // A stranger's key is not kept: there is no end of those.
    return owner;
  };
}
