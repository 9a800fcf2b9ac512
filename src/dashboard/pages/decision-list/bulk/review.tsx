import { api, unwrap } from "../../../api/client.ts";
import { useProject } from "../../../api/session.ts";
import { plural } from "../../decision-detail/format.ts";
import { useRefreshReviews } from "../../review/use-reviews.ts";
import { BulkDialog, type BulkProps } from "./dialog.tsx";

export function BulkReview(props: BulkProps) {
  const { rows, onDone } = props;
  const { projectId } = useProject();
  const refresh = useRefreshReviews();
  return (
    <BulkDialog
      {...props}
      title={`Send ${plural(rows.length, "decision")} to review?`}
      action="Send to review"
      act={async ({ decisionId }) => {
        await unwrap(api.projects({ projectId }).decisions({ decisionId }).review.post());
        return "Sent";
      }}
      onDone={() => {
        void refresh();
        onDone();
      }}
    >
      <p>People decide them one by one, those with the most to save first.</p>
    </BulkDialog>
  );
}
