import { Problem } from "../../http/problem.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";

export async function withdrawInvitation(
  { store, now }: Parts,
  { projectId, doing }: Caller,
  linkId: string,
): Promise<{ done: true }> {
  const link = (await store.accounts.links(now())).find(
    ({ id, purpose }) => id === linkId && purpose === "invitation",
  );
  // An owner of all projects may withdraw any; the owner of one those to it.
  if (link && (projectId === null || link.projectId === projectId)) {
    const line = auditLine(doing(), "person.uninvite", link.email ?? "", link.projectId);
    if (await store.accounts.withdrawLink(linkId, line)) return { done: true };
  }
  throw new Problem("not_found", "That invitation was used or withdrawn already.");
}
