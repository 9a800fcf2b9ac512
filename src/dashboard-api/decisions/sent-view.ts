/** A view as the page sends it: what stands in its own address, spelled the same. */
import { type Static, Type } from "@sinclair/typebox";
import { isAllowed } from "../../accounts/permissions.ts";
import { isPersonal } from "../../decisions/readings.ts";
import { readView, type View, viewParameters } from "../../decisions/view.ts";
import { Problem } from "../../http/problem.ts";
import type { Caller } from "../admit.ts";

/** Names and texts; which names there are, and what each takes, `readView` says. */
export const SentView = Type.Record(Type.String(), Type.String({ maxLength: 400 }), {
  maxProperties: 30,
});
export type SentView = Static<typeof SentView>;

/** Whether guests' data may be in the answer. */
export function seesGuests({ grants }: Pick<Caller, "grants">, projectId: string): boolean {
  return isAllowed(grants, "guest.read", projectId);
}

/**
 * The view that is meant. Who may not see guests' data does not look up by it either: that there
 * is a booking of somebody is such data.
 *
 * @throws Problem validation_failed, forbidden
 */
export function viewOf(sent: SentView, personal: boolean): View {
  const read = readView(sent);
  if ("issues" in read) {
    const errors = read.issues.map(({ name, message }) => ({ pointer: `/view/${name}`, message }));
    const named = read.issues.map(({ name, message }) => `${name} ${message}`).join("; ");
    throw new Problem("validation_failed", `This view cannot be shown: ${named}.`, { errors });
  }
  const { view } = read;
  if (view.find && isPersonal(view.find.by) && !personal) {
    throw new Problem(
      "forbidden",
      "This view looks a guest up, and your role does not show guests' data; ask an owner.",
    );
  }
  return view;
}

/** The view for the audit, which says what was looked up by but not whom. */
export function impersonal({ find, ...view }: View): Record<string, string> {
  return { ...(find && { find: find.by }), ...viewParameters(view) };
}
