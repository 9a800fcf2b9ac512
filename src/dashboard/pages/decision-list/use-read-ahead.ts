import { type RefObject, useEffect } from "react";
import { usePrefetchDecision } from "../decision-detail/use-decision.ts";

/** How long the pointer or the focus stays on a row before its decision is requested, ms: longer than when it only passes. */
const stayMs = 80;

/**
 * Requests what the first screen of a decision shows before its row is opened: once the pointer or the focus stays on the
 * row, or when it is pressed, which is all that a touch screen reports.
 * @param table whose rows each have a link with the attribute `data-id`.
 */
export function useReadAhead(table: RefObject<HTMLTableElement | null>): void {
  const prefetch = usePrefetchDecision();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const onStay = (event: Event) => {
      stop();
      const decisionId = decisionIdAt(event);
      if (decisionId) timer = setTimeout(prefetch, stayMs, decisionId);
    };
    const onPress = (event: Event) => {
      stop();
      const decisionId = decisionIdAt(event);
      if (decisionId) prefetch(decisionId);
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

/** @returns the ID of the decision whose row an event is in. */
const decisionIdAt = ({ target }: Event): string | undefined =>
  (target as Element).closest("tr")?.querySelector<HTMLElement>("a[data-id]")?.dataset.id;
