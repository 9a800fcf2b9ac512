/** The time that the page is of, as its address says it: `?last=30d`, or `?from=…&to=…`, days. */
import { useSearchParams } from "wouter";
import type { RangeQuery } from "../../../dashboard-api/overview/range.ts";

export const lastRanges = [
  { last: "24h", label: "24 hours" },
  { last: "7d", label: "7 days" },
  { last: "30d", label: "30 days" },
  { last: "90d", label: "90 days" },
] as const;

/** What stands in an address is anybody's: what is no range is the usual one. */
export function rangeOf(search: URLSearchParams): RangeQuery {
  const [from, to] = [dayOf(search.get("from")), dayOf(search.get("to"))];
  if (from) return to ? { from, to } : { from };
  const known = lastRanges.find(({ last }) => last === search.get("last"));
  return { last: known?.last ?? "7d" };
}

function dayOf(text: string | null): string | null {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : null;
}

export function useRange(): [RangeQuery, (range: RangeQuery) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (range: RangeQuery) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ["last", "from", "to"] as const) {
          const text = range[name];
          if (text === undefined) next.delete(name);
          else next.set(name, text);
        }
        return next;
      },
      { replace: true },
    );
  return [rangeOf(search), set];
}
