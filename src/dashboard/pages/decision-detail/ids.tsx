import type { DecisionDetail } from "../../../http/dashboard-api/decision-detail/detail.ts";
import { CopyText } from "../../components/copy.tsx";

/** What other systems name the decision by, in one row. */
export function Ids({ decision }: { decision: DecisionDetail }) {
  const { decisionId, requestId, key, isBlanked } = decision;
  return (
    <dl className="decision-ids">
      <Id label="Decision ID" text={decisionId} />
      {!isBlanked && <Id label="Request ID" text={requestId} />}
      {key && <Id label={key.name ? `Key ID (${key.name})` : "Key ID"} text={key.keyId} />}
    </dl>
  );
}

function Id({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <CopyText text={text} label={`${label.charAt(0).toLowerCase()}${label.slice(1)}`} />
      </dd>
    </div>
  );
}
