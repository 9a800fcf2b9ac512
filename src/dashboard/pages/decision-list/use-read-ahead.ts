import { type RefObject, useEffect } from "react";
import { usePrefetchDecision } from "../decision-detail/use-decision.ts";

/** How long the pointer or the focus stays on a row before its decision is requested, ms: longer than when it only passes. */
const stayMs = 80;

/**
 * Requests what the first screen of a decision shows before its row is opened: once the pointer or the focus stays on the
 * row, or when it is pressed, which is all that a touch screen reports.
 * @param table whose rows each have a link with the attributes `data-id`, and `data-explained` if the decision is.
 */
export function useReadAhead(table: RefObject<HTMLTableElement | null>): void {
  const prefetch = usePrefetchDecision();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const onStay = (event: Event) => {
      stop();
      const { id, explained } = rowAt(event);
      if (id) timer = setTimeout(prefetch, stayMs, id, explained !== undefined);
    };
    const onPress = (event: Event) => {
      stop();
      const { id } = rowAt(event);
      if (id) prefetch(id);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    const rows = table.current;
    for (const type of ["pointerover", "focusin"]) rows?.addEventListener(type, onStay, { signal });
    for (const type of ["pointerdown", "click"]) rows?.addEventListener(type, onPress, { signal });
    for (const type of ["pointerleave", "focusout"]) rows?.addEventListener(type, stop, { signal });
    return () => {
      stop();
      listeners.abort();
    };
  }, [table, prefetch]);
}

/** @returns the attributes of the link in whose row an event is; none outside rows. */
const rowAt = ({ target }: Event): DOMStringMap =>
  (target as Element).closest("tr")?.querySelector<HTMLElement>("a[data-id]")?.dataset ?? {};
