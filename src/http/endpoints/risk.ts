/** `POST /v1/risk`: validate → decide, idempotently → respond. */
import { readRiskRequest } from "../../attempt/request/risk-request.ts";
import { decisionResponse } from "../../risk/decision.ts";
import type { withIdempotency } from "../../risk/idempotency.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { noteRequest } from "../monitoring/request-log.ts";
import { Problem, validationFailed } from "../problems/problem.ts";
import { jsonResponse, type MerchantHandler } from "./merchant-endpoint.ts";

const idempotencyKeyCharactersMax = 255;
const replayedHeaders = { "Idempotency-Replayed": "true" };

export interface RiskDeps {
  decide: ReturnType<typeof withIdempotency>;
  metrics: Metrics;
}

export function riskHandler({ decide, metrics }: RiskDeps): MerchantHandler {
  return async ({ request, owner, body, trace }) => {
    const key = idempotencyKeyOf(request);
    const reading = readRiskRequest(body, owner.attributes);
    if ("issues" in reading) throw validationFailed(reading.issues);
    const sent = key === null ? null : { key, body };
    trace?.validated();
    const { timed } = trace ?? {};
    const attempt = { ...owner, request: reading.request, timed };
    const { record, replayed } = await decide(attempt, sent);
    metrics.decided(record, replayed);
    trace?.decided(record.id, replayed);
    noteRequest(request, "decisionId", record.id);
    return jsonResponse(decisionResponse(record), replayed ? replayedHeaders : undefined);
  };
}

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length >= 1 && key.length <= idempotencyKeyCharactersMax) return key;
  const message = `The Idempotency-Key header must have 1 to ${idempotencyKeyCharactersMax} characters.`;
  throw new Problem("validation_failed", message, { errors: [] });
}
