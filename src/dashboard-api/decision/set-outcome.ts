import { Problem } from "../../http/problem.ts";
import {
  type Outcome,
  type OutcomeReport,
  readOutcomeReport,
  reportOutcome,
} from "../../risk/outcome.ts";
import { auditLine } from "../../storage/audit.ts";
import type { Caller } from "../admit.ts";
import type { Parts } from "../parts.ts";
import { type DecisionOf, decisionOfProject } from "./of-project.ts";

type Asked = Omit<OutcomeReport, "requestId"> & { replaces: string | null };

/** What a report's `requestId` begins with that somebody made on the dashboard. */
export const madeHere = "dashboard-";

/**
 * As `POST /v1/decisions/{decisionId}/outcome`, said by a person.
 *
 * @throws Problem not_found, validation_failed; conflict where somebody else was quicker.
 */
export async function setOutcome(
  { store, now }: Parts,
  { doing }: Caller,
  of: DecisionOf,
  { replaces, ...asked }: Asked,
): Promise<Outcome> {
  const { projectId, id: decisionId } = await decisionOfProject(of, store);
  const at = now();
  const requestId = `${madeHere}${crypto.randomUUID()}`;
  const reading = readOutcomeReport({ ...asked, requestId }, at);
  if ("issues" in reading) {
    const { issues: errors } = reading;
    throw new Problem("validation_failed", "Fields are missing or malformed.", { errors });
  }
  const before = (await store.outcomes.list(projectId, decisionId)).at(-1)?.outcome ?? null;
  if (before !== replaces && before !== asked.outcome) {
    throw new Problem("conflict", "Another outcome was reported meanwhile. Look at it first.");
  }
  const outcome = await reportOutcome({ projectId, decisionId, report: reading.report, at }, store);
  if (!outcome) throw new Error("a decision that was just there is gone");
  const detail = { outcome: asked.outcome, before, requestId };
  await store.audit.add(auditLine(doing(), "outcome.set", decisionId, projectId, detail));
  return outcome;
}
