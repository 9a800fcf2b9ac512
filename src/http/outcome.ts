/** `POST /v1/decisions/{decisionId}/outcome`: validate → report → respond. */
import { readOutcomeReport, reportOutcome } from "../risk/outcome.ts";
import type { Store } from "../storage/store.ts";
import { jsonResponse, type MerchantHandler, validationFailed } from "./merchant-endpoint.ts";
import { Problem } from "./problem.ts";

export interface OutcomeDeps {
  store: Store;
  now: () => number;
}

export function outcomeHandler({ store, now }: OutcomeDeps): MerchantHandler {
  return async ({ request, project, body }) => {
    const at = now();
    const reading = readOutcomeReport(body, at);
    if ("issues" in reading) throw validationFailed(reading.issues);
    const decisionId = new URL(request.url).pathname.split("/").at(-2)!;
    const input = { projectId: project.id, decisionId, report: reading.report, at };
    const outcome = await reportOutcome(input, store);
    // The response is the same for a decision of another project.
    if (outcome) return jsonResponse(outcome);
    throw new Problem("not_found", "This project has no decision with that decisionId.");
  };
}
