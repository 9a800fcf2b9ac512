/** The range of the page in its URL: `?last=30d`, or `?from=…&to=…` with calendar days. */
import { useSearchParams } from "wouter";
import type { RangeQuery } from "../../../http/dashboard-api/overview/range.ts";

export const presetRanges = [
  { last: "24h", label: "24 hours" },
  { last: "7d", label: "7 days" },
  { last: "30d", label: "30 days" },
  { last: "90d", label: "90 days" },
] as const;

/** An invalid range in the URL falls back to the default. */
export function parseRange(search: URLSearchParams): RangeQuery {
  const [from, to] = [parseDay(search.get("from")), parseDay(search.get("to"))];
  if (from) return to ? { from, to } : { from };
  const known = presetRanges.find(({ last }) => last === search.get("last"));
  return { last: known?.last ?? "7d" };
}

function parseDay(text: string | null): string | null {
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
  return [parseRange(search), set];
}
