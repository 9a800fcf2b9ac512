import { useSearchParams } from "wouter";

/** Whether a name stands in the address's query, as in `/projects?new`, and how to take it away. */
export function useQueryFlag(name: string): [boolean, (on: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (on: boolean) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (on) next.set(name, "");
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return [search.has(name), set];
}
