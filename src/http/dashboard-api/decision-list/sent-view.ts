/** A view as the page sends it: the parameters of its own URL, spelled the same. */
import { type Static, Type } from "@sinclair/typebox";
import { isPersonal } from "../../../decisions/search-terms.ts";
import { readView, type View, viewParameters } from "../../../decisions/view.ts";
import { Problem } from "../../problems/problem.ts";

/** Names and texts. `readView` knows the names and checks the texts. */
export const SentView = Type.Record(Type.String(), Type.String({ maxLength: 400 }), {
  maxProperties: 30,
});
export type SentView = Static<typeof SentView>;

/**
 * The view to show. A user without the permission to see guests' data cannot search by it either,
 * since the existence of a guest's booking is such data.
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
      "This view searches for a guest, and your role does not allow guests' data. Ask an owner.",
    );
  }
  return view;
}

/** The view for the audit log: by what the user searched, but not for whom. */
export function impersonal({ find, ...view }: View): Record<string, string> {
  return { ...(find && { find: find.by }), ...viewParameters(view) };
}
