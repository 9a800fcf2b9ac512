/**
 * Exports that were ordered and not yet fetched. A browser saves a download to disk directly only
 * from a URL, and a view may name a guest, which no URL may. So the view is sent in a body, and the
 * URL contains a secret that works once, for a minute, for the user who ordered the export.
 */
import { randomBytes } from "node:crypto";
import type { View } from "../../../decisions/view.ts";
import { Problem } from "../../problems/problem.ts";
import type { ExportPlaces } from "../export-places.ts";

export const orderLimits = {
  /** How long an order may wait to be fetched. */
  waitsMs: 60_000,
  /** Orders that wait, of all users; one more replaces the oldest. */
  waiting: 200,
} as const;

export interface ExportOrder {
  userId: string;
  projectId: string;
  view: View;
}

export interface ExportOrders {
  /** @returns its identifier. @throws Problem rate_limited */
  add(order: ExportOrder): string;
  /**
   * Removes a user's order in a project from the list, and begins it.
   * @returns the view, and a function to call at its end.
   * @throws Problem not_found, rate_limited
   */
  begin(orderId: string, of: Omit<ExportOrder, "view">): { view: View; end: () => void };
}

export function exportOrders(now: () => number, places: ExportPlaces): ExportOrders {
  const waiting = new Map<string, ExportOrder & { until: number }>();
  return {
    add(order) {
      places.assertFree(order);
      const orderId = randomBytes(24).toString("base64url");
      const [oldest] = waiting.keys();
      if (waiting.size >= orderLimits.waiting && oldest) waiting.delete(oldest);
      waiting.set(orderId, { ...order, until: now() + orderLimits.waitsMs });
      return orderId;
    },
    begin(orderId, { userId, projectId }) {
      const order = waiting.get(orderId);
      const isOwn = order?.userId === userId && order.projectId === projectId;
      if (!order || !isOwn || order.until < now()) {
        throw new Problem(
          "not_found",
          "This export was already downloaded, or has expired. Export again.",
        );
      }
      const end = places.take({ userId, projectId });
      waiting.delete(orderId);
      return { view: order.view, end };
    },
  };
}
