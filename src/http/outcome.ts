/** `POST /v1/decisions/{decisionId}/outcome`: schema → report. */
import { readOutcomeReport, reportOutcome } from "../risk/outcome.ts";
import { type CallParts, invalid, jsonAnswer, merchantCall } from "./merchant-call.ts";
import { Problem } from "./problem.ts";

export interface OutcomeParts extends CallParts {
  now: () => number;
}

export function outcomeHandler(parts: OutcomeParts) {
  return merchantCall(parts, "outcome", async (request, { project }, body) => {
    const at = parts.now();
    const reading = readOutcomeReport(body, at);
    if ("issues" in reading) throw invalid(reading.issues);
    const asked = { projectId: project.id, decisionId: decisionIdOf(request), at };
    const outcome = await reportOutcome({ ...asked, report: reading.report }, parts.store);
    // The answer is the same for a decision of another project.
    if (!outcome)
      throw new Problem("not_found", "This project has no decision with that decisionId.");
    return jsonAnswer(outcome);
  });
}

function decisionIdOf(request: Request): string {
  return new URL(request.url).pathname.split("/").at(-2)!;
}
