/** `POST /v1/decisions/{decisionId}/outcome`: report → respond. */
import { reportOutcome } from "../risk/outcome.ts";
import type { Store } from "../storage/store.ts";
import { jsonResponse, type MerchantHandler } from "./merchant-endpoint.ts";

export interface OutcomeDeps {
  store: Store;
  now: () => number;
}

export function outcomeHandler(deps: OutcomeDeps): MerchantHandler {
  return async ({ request, project, keyId, body }) => {
    const decisionId = new URL(request.url).pathname.split("/").at(-2)!;
    const input = { projectId: project.id, decisionId, keyId, report: body };
    return jsonResponse(await reportOutcome(deps, input));
  };
}
