/**
 * The list as the page's address says it, so that it can be kept, shared and gone back to.
 *
 * What was looked up stands behind the #, where no browser sends it to a server: it may be a
 * guest's mailbox, and addresses end up in logs. So does the cursor, which holds a check of it.
 * Filters name no guest, and stand in the query as usual.
 */
import { useMemo } from "react";
import { navigate, useHistoryState, useLocationProperty } from "wouter/use-browser-location";
import type { View } from "../../../decisions/view.ts";

/** A view's parameters as texts; what they may be is the service's to say. */
export type ViewTexts = Readonly<Partial<Record<keyof View, string>>>;

/** Those that stand in the query. */
const filters = [
  ...["last", "from", "to", "level", "action", "outcome", "hotel"],
  ...["setting", "source", "telemetry", "scoreFrom", "scoreTo", "model"],
] as const satisfies (keyof View)[];

export interface ListAddress {
  view: ViewTexts;
  /** Where the page begins; null: at the newest. */
  cursor: string | null;
  /** A text to look up at once, from elsewhere; empty: only lead to the field. */
  ask: string | null;
  /** How many pages were gone through from the newest: so far the browser leads back. */
  pagesIn: number;
}

export function useListAddress(): ListAddress {
  const query = useLocationProperty(() => location.search);
  const fragment = useLocationProperty(() => location.hash);
  const state = useHistoryState<{ pagesIn?: unknown } | null>();
  const pagesIn = typeof state?.pagesIn === "number" ? state.pagesIn : 0;
  return useMemo(() => ({ ...readAddress(query, fragment), pagesIn }), [query, fragment, pagesIn]);
}

export function readAddress(query: string, fragment: string): Omit<ListAddress, "pagesIn"> {
  const inQuery = new URLSearchParams(query);
  const inFragment = new URLSearchParams(fragment.slice(1));
  const view: Record<string, string> = {};
  for (const name of filters) {
    const text = inQuery.get(name);
    if (text) view[name] = text;
  }
  const find = inFragment.get("find");
  if (find) view.find = find;
  return { view, cursor: inFragment.get("cursor"), ask: inFragment.get("ask") };
}

/** Below the page's own path: `?level=high#find=email%3Aada%40example.com`; empty for all. */
export function addressOf(view: ViewTexts, cursor: string | null = null): string {
  const inQuery = new URLSearchParams();
  for (const name of filters) if (view[name]) inQuery.set(name, view[name]);
  const inFragment = new URLSearchParams();
  if (view.find) inFragment.set("find", view.find);
  if (cursor) inFragment.set("cursor", cursor);
  const before = (mark: string, text: string) => (text === "" ? "" : mark + text);
  return before("?", String(inQuery)) + before("#", String(inFragment));
}

/** Shows a view from its newest on. */
export function goToView(view: ViewTexts, { replace = false } = {}): void {
  navigate(location.pathname + addressOf(view), { replace });
}

export function goToPage({ view, pagesIn }: ListAddress, cursor: string): void {
  navigate(location.pathname + addressOf(view, cursor), { state: { pagesIn: pagesIn + 1 } });
}

/** The same view with other texts in some places; null and "" take one out. */
export function changed(
  view: ViewTexts,
  changes: Readonly<Partial<Record<keyof View, string | null>>>,
): ViewTexts {
  const entries = Object.entries({ ...view, ...changes }).filter(([, text]) => text);
  return Object.fromEntries(entries);
}
