import { useState } from "react";
import type { ListedRow } from "../../../../http/dashboard-api/decision-list/routes.ts";
import { ApiProblem, api, unwrap } from "../../../api/client.ts";
import { useProject } from "../../../api/session.ts";
import { RadioCards } from "../../../components/field.tsx";
import { Notice } from "../../../components/page.tsx";
import { plural } from "../../decision-detail/format.ts";
import { type OutcomeName, outcomeChoices } from "../../decision-detail/outcome-choices.ts";
import { useRefetchOutcome, useShowOutcome } from "../../decision-detail/use-decision.ts";
import { BulkDialog, type BulkProps } from "./dialog.tsx";

export function BulkOutcome(props: BulkProps) {
  const { rows } = props;
  const { projectId } = useProject();
  const [outcome, setOutcome] = useState<OutcomeName | null>(null);
  const replaced = rows.filter((row) => row.outcome !== null && row.outcome !== outcome).length;
  const show = useShowOutcome();
  const refetch = useRefetchOutcome();
  const act = async ({ decisionId, outcome: before }: ListedRow) => {
    if (before === outcome) return "No change";
    const report = { outcome: outcome!, replaces: before as OutcomeName | null };
    try {
      await unwrap(api.projects({ projectId }).decisions({ decisionId }).outcome.post(report));
    } catch (error) {
      // The row shows the outcome that somebody else reported, so that it can be reported again.
      if (error instanceof ApiProblem && error.code === "conflict") await refetch(decisionId);
      throw error;
    }
    show(decisionId, outcome);
    return "Saved";
  };
  return (
    <BulkDialog
      {...props}
      title={`Report the outcome of ${plural(rows.length, "booking")}`}
      action="Save outcome"
      isReady={outcome !== null}
      act={act}
    >
      <RadioCards label="Outcome" value={outcome} options={outcomeChoices} onChange={setOutcome} />
      {outcome !== null && replaced > 0 && (
        <Notice variant="warn">
          {replaced === 1
            ? "One of these bookings has another outcome. The new one replaces it"
            : `${replaced} of these bookings have another outcome. The new one replaces them`}{" "}
          and counts for future scores. All reports stay in the history.
        </Notice>
      )}
    </BulkDialog>
  );
}
