import { useSearchParams } from "wouter";

/**
 * What stands behind a name in the address's query, as in `/projects?new`; null where the name is
 * not there. With how to put it there, and to take it away (null).
 */
export function useQueryParam(name: string): [string | null, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [search.get(name), set];
}
