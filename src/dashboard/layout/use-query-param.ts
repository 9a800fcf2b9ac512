import { useSearchParams } from "wouter";

/**
 * A parameter of the URL's query, as in `/projects?new`, and its setter. Null: the parameter is
 * absent, or is to be removed.
 *
 * @param opensPage whether adding it shows what reads as another page: the browser's Back removes it again.
 */
export function useQueryParam(
  name: string,
  { opensPage = false } = {},
): [string | null, (value: string | null) => void] {
  const [search, setSearch] = useSearchParams();
  const current = search.get(name);
  const set = (value: string | null) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: !(opensPage && current === null && value !== null) },
    );
  return [current, set];
}
