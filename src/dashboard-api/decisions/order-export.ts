import type { Caller } from "../admit.ts";
import type { Room } from "./room.ts";
import { type SentView, seesGuests, viewOf } from "./sent-view.ts";

/** @returns what the file is fetched by, once. @throws Problem validation_failed, forbidden */
export function orderExport(
  { orders }: Pick<Room, "orders">,
  { person, grants }: Pick<Caller, "person" | "grants">,
  projectId: string,
  sent: SentView,
): { orderId: string } {
  const view = viewOf(sent, seesGuests({ grants }, projectId));
  return { orderId: orders.add({ userId: person.id, projectId, view }) };
}
