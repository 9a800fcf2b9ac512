/** What can be done with all bookings at once: they are confirmed once, and each has its result. */
import { useQueryClient } from "@tanstack/react-query";
import type { ShownIdentityPage } from "../../../http/dashboard-api/decision-detail/routes.ts";
import { listTypes } from "../../../storage/port/lists.ts";
import { useProject } from "../../api/session.ts";
import { plural } from "../decision-detail/format.ts";
import { useBulkActs, useMaySelect } from "../decision-list/bulk/bar.tsx";
import { actedOnMax, type OfDecision, useFetchAll } from "./use-identity.ts";

export function ActsOnAll({ of, identity }: { of: OfDecision; identity: ShownIdentityPage }) {
  const { projectId } = useProject();
  const client = useQueryClient();
  const bulk = useBulkActs({
    rowsOf: useFetchAll(of),
    type: listTypes.find((type) => type === of.kind),
    onDone: () => void client.invalidateQueries({ queryKey: ["decisions", projectId] }),
  });
  if (!useMaySelect()) return null;
  const { decisions } = identity;
  return (
    <section className="card identity-acts" aria-label="All bookings">
      <div className="row">
        <b>
          {decisions > actedOnMax
            ? `The newest ${actedOnMax} bookings`
            : decisions === 1
              ? "This booking"
              : `All ${plural(decisions, "booking")}`}
          :
        </b>
        {bulk.buttons}
      </div>
      {bulk.dialog}
    </section>
  );
}
