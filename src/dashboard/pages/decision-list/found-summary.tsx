/** How many bookings there are with one value, such as a device, by action and by outcome. */
import { Link } from "wouter";
import { searchedBy } from "../../../decisions/searched-by.ts";
import type { ListedRow } from "../../../http/dashboard-api/decision-list/routes.ts";
import type { LinkKind } from "../../../storage/port/search.ts";
import { useProject } from "../../api/session.ts";
import { identityLabels, plural } from "../decision-detail/format.ts";
import { identityPath } from "../identity/identity-path.ts";

/** The kinds that have a page of their own, by what they are searched for. */
const identityKinds = new Map(
  Object.entries(searchedBy).map(([kind, by]) => [by as string, kind as LinkKind]),
);

/** @param find the search, such as `email:ada@example.com`. @param hasMore whether there are older ones than these rows. */
export function FoundSummary({
  find,
  rows,
  hasMore,
}: {
  find: string;
  rows: readonly ListedRow[];
  hasMore: boolean;
}) {
  const { projectId } = useProject();
  const kind = identityKinds.get(find.slice(0, find.indexOf(":")));
  const newest = rows.find(({ isBlanked }) => !isBlanked);
  const count = (is: (row: ListedRow) => boolean) => rows.filter(is).length;
  const denied = count(({ suggestedAction }) => suggestedAction === "deny");
  const fraud = count(({ outcome }) => outcome === "fraud" || outcome === "chargeback");
  const legitimate = count(({ outcome }) => outcome === "legitimate");
  const bookings = hasMore
    ? `The ${rows.length} bookings of this page`
    : plural(rows.length, "booking");
  return (
    <p className="found-summary">
      <b>{bookings}:</b> {denied} denied, {fraud} reported as fraud, {legitimate} as genuine.
      {kind && newest && (
        <>
          {" "}
          <Link href={identityPath(projectId, newest.decisionId, kind)}>
            Everything about this {identityLabels[kind]}
          </Link>
        </>
      )}
    </p>
  );
}
