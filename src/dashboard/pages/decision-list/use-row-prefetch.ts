import { type RefObject, useEffect } from "react";
import { usePrefetchDecision } from "../decision-detail/use-decision.ts";

/** How long the pointer or the focus must rest on a row, ms, so that nothing is prefetched for rows it passes over. */
const restMs = 80;

/**
 * Prefetches the first screen of a decision before its row is opened: once the pointer or the focus rests on the row, or
 * when it is pressed, since a touch screen reports no pointer before that, and a quick Enter key only a click.
 * @param table each of whose rows has a link with the decision's ID as `data-id`, and with `data-explained` where its
 *   reasons are stored.
 */
export function useRowPrefetch(table: RefObject<HTMLTableElement | null>): void {
  const prefetch = usePrefetchDecision();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    const onRest = (event: Event) => {
      stop();
      const { id, explained } = rowAt(event);
      if (id) timer = setTimeout(prefetch, restMs, id, explained !== undefined);
    };
    const onPress = (event: Event) => {
      stop();
      const { id } = rowAt(event);
      if (id) prefetch(id);
    };
    const listeners = new AbortController();
    const { signal } = listeners;
    const rows = table.current;
    for (const type of ["pointerover", "focusin"]) rows?.addEventListener(type, onRest, { signal });
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
