/**
 * Exports that were ordered and not fetched yet. A browser writes straight to disk only what it
 * fetches by an address, and a view may name a guest, which no address may. So the view is sent in
 * a body, and what is in the address is a secret that is good once, shortly, for that person.
 */
import { randomBytes } from "node:crypto";
import type { View } from "../../decisions/view.ts";
import { Problem } from "../../http/problem.ts";

export const orderLimits = {
  /** How long an order may wait to be fetched. */
  waitsMs: 60_000,
  /** Orders that wait, of everybody; the oldest is forgotten for one more. */
  waiting: 200,
  /** Exports under way in this service: each reads on as fast as it is taken. */
  underWay: 4,
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
   * Takes an order out, as somebody's in a project, and begins it.
   * @returns the view, and a function to call at its end.
   * @throws Problem not_found, rate_limited
   */
  begin(orderId: string, of: Omit<ExportOrder, "view">): { view: View; end: () => void };
}

export function exportOrders(now: () => number): ExportOrders {
  const waiting = new Map<string, ExportOrder & { until: number }>();
  let underWay = 0;
  const assertRoom = () => {
    if (underWay < orderLimits.underWay) return;
    throw new Problem("rate_limited", "Other exports are under way; try again in a minute.", {
      headers: { "Retry-After": "60" },
    });
  };
  return {
    add(order) {
      assertRoom();
      const orderId = randomBytes(24).toString("base64url");
      const [oldest] = waiting.keys();
      if (waiting.size >= orderLimits.waiting && oldest) waiting.delete(oldest);
      waiting.set(orderId, { ...order, until: now() + orderLimits.waitsMs });
      return orderId;
    },
    begin(orderId, { userId, projectId }) {
      const order = waiting.get(orderId);
      const isTheirs = order?.userId === userId && order.projectId === projectId;
      if (!order || !isTheirs || order.until < now()) {
        throw new Problem("not_found", "This export was fetched already or waited too long.");
      }
      assertRoom();
      waiting.delete(orderId);
      underWay += 1;
      let ended = false;
      const end = () => {
        if (!ended) underWay -= 1;
        ended = true;
      };
      return { view: order.view, end };
    },
  };
}
