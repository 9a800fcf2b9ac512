import type { Found } from "../../decisions/decisions.ts";
import type { Caller } from "../admit.ts";
import type { Room } from "./room.ts";
import { seesGuests } from "./sent-view.ts";

/** Every way to understand a text that leads to a decision. */
export function findDecisions(
  { decisions }: Pick<Room, "decisions">,
  caller: Pick<Caller, "grants">,
  projectId: string,
  text: string,
): Promise<Found[]> {
  return decisions.find(projectId, text, seesGuests(caller, projectId));
}
