/**
 * The URL of the list: it can be saved, shared and navigated back to.
 *
 * The search term is in the fragment, which browsers do not send: it may be a guest's e-mail
 * address, and URLs end up in logs. So is the cursor, which contains a hash of the search term.
 * Filters never identify a guest and are in the query.
 */
import { useMemo } from "react";
import { navigate, useHistoryState, useLocationProperty } from "wouter/use-browser-location";
import type { View } from "../../../decisions/view.ts";

/** A view's parameters as text. The service validates them. */
export type ViewParams = Readonly<Partial<Record<keyof View, string>>>;

const queryParams = [
  "last",
  "from",
  "to",
  "level",
  "action",
  "outcome",
  "hotel",
  "setting",
  "source",
  "telemetry",
  "scoreFrom",
  "scoreTo",
  "model",
] as const satisfies (keyof View)[];

export interface ListLocation {
  view: ViewParams;
  /** Where the page starts; null is the newest decision. */
  cursor: string | null;
  /** A search to run once, requested by another page. An empty text only focuses the field. */
  pendingSearch: string | null;
  /** How many pages the browser can go back toward the newest decisions. */
  pagesIn: number;
}

export function useListLocation(): ListLocation {
  const query = useLocationProperty(() => location.search);
  const fragment = useLocationProperty(() => location.hash);
  const state = useHistoryState<{ pagesIn?: unknown } | null>();
  const pagesIn = typeof state?.pagesIn === "number" ? state.pagesIn : 0;
  return useMemo(() => ({ ...parseListUrl(query, fragment), pagesIn }), [query, fragment, pagesIn]);
}

export function parseListUrl(query: string, fragment: string): Omit<ListLocation, "pagesIn"> {
  const inQuery = new URLSearchParams(query);
  const inFragment = new URLSearchParams(fragment.slice(1));
  const view: Record<string, string> = {};
  for (const name of queryParams) {
    const text = inQuery.get(name);
    if (text) view[name] = text;
  }
  const find = inFragment.get("find");
  if (find) view.find = find;
  return { view, cursor: inFragment.get("cursor"), pendingSearch: inFragment.get("ask") };
}

/** Query and fragment, such as `?level=high#find=email%3Aada%40example.com`; empty for all. */
export function formatListUrl(view: ViewParams, cursor: string | null = null): string {
  const inQuery = new URLSearchParams();
  for (const name of queryParams) if (view[name]) inQuery.set(name, view[name]);
  const inFragment = new URLSearchParams();
  if (view.find) inFragment.set("find", view.find);
  if (cursor) inFragment.set("cursor", cursor);
  const prefixed = (prefix: string, text: string) => (text === "" ? "" : prefix + text);
  return prefixed("?", String(inQuery)) + prefixed("#", String(inFragment));
}

/** Shows a view, starting at its newest decision. */
export function goToView(view: ViewParams, { replace = false } = {}): void {
  navigate(location.pathname + formatListUrl(view), { replace });
}

export function goToPage({ view, pagesIn }: ListLocation, cursor: string): void {
  navigate(location.pathname + formatListUrl(view, cursor), { state: { pagesIn: pagesIn + 1 } });
}

/** The view with some parameters changed; null and "" remove a parameter. */
export function withChanges(
  view: ViewParams,
  changes: Readonly<Partial<Record<keyof View, string | null>>>,
): ViewParams {
  const entries = Object.entries({ ...view, ...changes }).filter(([, text]) => text);
  return Object.fromEntries(entries);
}
