/** `POST /v1/decisions/{decisionId}/outcome`: report → respond. */
import { reportOutcome } from "../../risk/outcome.ts";
import type { Store } from "../../storage/port/store.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { jsonResponse, type MerchantHandler } from "./merchant-endpoint.ts";

export interface OutcomeDeps {
  store: Store;
  now: () => number;
  metrics: Pick<Metrics, "outcomeReported">;
}

export function outcomeHandler(deps: OutcomeDeps): MerchantHandler {
  return async ({ request, owner, body }) => {
    const decisionId = new URL(request.url).pathname.split("/").at(-2)!;
    const input = { projectId: owner.project.id, decisionId, key: owner, report: body };
    const { reported, counting } = await reportOutcome(deps, input);
    deps.metrics.outcomeReported(reported);
    return jsonResponse(counting);
  };
}
