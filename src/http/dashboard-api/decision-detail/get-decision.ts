import { DomainError } from "../../../base/domain-error.ts";
import { parseDecisionId } from "../../../risk/decision.ts";
import type { DecisionRecord } from "../../../storage/port/decisions.ts";
import type { Store } from "../../../storage/port/store.ts";

export interface DecisionParams {
  projectId: string;
  decisionId: string;
}

/** @throws DomainError decision_not_found, also for a decision of another project. */
export async function getDecision(
  store: Pick<Store, "decisions">,
  { projectId, decisionId }: DecisionParams,
): Promise<DecisionRecord> {
  const record = parseDecisionId(decisionId) && (await store.decisions.find(projectId, decisionId));
  if (record) return record;
  throw new DomainError("decision_not_found", { decisionId });
}
