import { useSearchParams } from "wouter";

/**
 * A parameter of the URL's query, as in `/projects?new`, and its setter. Null: the parameter is
 * absent, or is to be removed.
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
