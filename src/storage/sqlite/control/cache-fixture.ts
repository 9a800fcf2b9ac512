/** For tests of caches: a file of values that counts its reads, and a mark that says when it changed. */
export function cachedFile<Value>(
  cache: (
    read: (name: string) => Value | null,
    changed: () => boolean,
  ) => (name: string) => Value | null,
) {
  const owners = new Map<string, Value>();
  const state = { reads: 0, changed: true };
  const find = cache(
    (name) => {
      state.reads += 1;
      return owners.get(name) ?? null;
    },
    () => {
      const { changed } = state;
      state.changed = false;
      return changed;
    },
  );
  return { owners, state, find };
}
