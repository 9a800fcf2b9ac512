/** How many bookings there are with one value, such as a device, by action and by outcome. */
import type { ListedRow } from "../../../dashboard-api/decision-list/routes.ts";
import { plural } from "../decision-detail/format.ts";

/** @param hasMore whether there are older ones than these rows. */
export function FoundSummary({ rows, hasMore }: { rows: readonly ListedRow[]; hasMore: boolean }) {
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
    </p>
  );
}
