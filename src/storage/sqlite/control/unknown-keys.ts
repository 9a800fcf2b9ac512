/**
 * Remembers keys that nobody has, while `control.db` is unchanged: a server with a mistyped or deleted
 * key sends it with each request, and asking SQLite takes longer than everything else about its refusal
 * (7 of 30 µs under load). As `key-cache.ts`, it checks before every use that no process has committed.
 */

/** There is no end of unknown keys. When this many were asked for, it starts over; 200 KB. */
const rememberedMax = 1000;

/**
 * @param find finds a key's owner by its hash, in the file; null for an unknown key.
 * @param changed whether the file may have changed since the last call.
 */
export function unknownKeys<Owner>(
  find: (hash: string) => Owner | null,
  changed: () => boolean,
): (hash: string) => Owner | null {
  const unknown = new Set<string>();
  return (hash) => {
    // Checked before the search: a key created during the search is then noticed by the next call.
    if (changed() || unknown.size >= rememberedMax) unknown.clear();
    if (unknown.has(hash)) return null;
    const owner = find(hash);
    if (owner === null) unknown.add(hash);
    return owner;
  };
}
