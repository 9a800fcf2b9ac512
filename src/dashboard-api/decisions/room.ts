import type { Decisions } from "../../decisions/decisions.ts";
import type { Parts } from "../parts.ts";
import type { ExportOrders } from "./orders.ts";

/** What the doors to decisions work with. */
export interface Room extends Parts {
  decisions: Decisions;
  orders: ExportOrders;
}
