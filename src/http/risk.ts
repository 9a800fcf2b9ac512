/** `POST /v1/risk`: idempotency key → schema → decision. */
import { readRiskRequest } from "../request/risk-request.ts";
import { decisionOf } from "../risk/decision.ts";
import type { idempotent } from "../risk/idempotency.ts";
import { type CallParts, invalid, jsonAnswer, merchantCall } from "./merchant-call.ts";
import type { Metrics } from "./metrics.ts";
import { Problem } from "./problem.ts";

const idempotencyKeyCharacters = 255;

export interface RiskParts extends CallParts {
  decide: ReturnType<typeof idempotent>;
  metrics: Metrics;
}

export function riskHandler(parts: RiskParts) {
  return merchantCall(parts, "risk", async (request, { project }, body) => {
    const key = idempotencyKeyOf(request);
    const reading = readRiskRequest(body);
    if ("issues" in reading) throw invalid(reading.issues);
    const use = key === null ? null : { key, body };
    const { record, replayed } = await parts.decide({ project, request: reading.request }, use);
    parts.metrics.decided(record, replayed);
    return jsonAnswer(decisionOf(record), replayed ? { "Idempotency-Replayed": "true" } : {});
  });
}

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length >= 1 && key.length <= idempotencyKeyCharacters) return key;
  const message = `The Idempotency-Key header must have 1 to ${idempotencyKeyCharacters} characters.`;
  throw new Problem("validation_failed", message, { errors: [] });
}
