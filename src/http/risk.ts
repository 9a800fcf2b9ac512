/** `POST /v1/risk`: key → rate → media type → body → schema → decision. */

import { readRiskRequest, requestIdOf } from "../request/risk-request.ts";
import { decisionOf } from "../risk/decision.ts";
import type { idempotent } from "../risk/idempotency.ts";
import type { Store } from "../storage/store.ts";
import { type keyUse, ownerOf } from "./authenticate.ts";
import { isMediaType, parseJsonObject, readBody } from "./body.ts";
import type { Metrics } from "./metrics.ts";
import { Problem, problemResponse } from "./problem.ts";
import type { rateLimiter } from "./rate-limit.ts";
import { toProblem, unavailable } from "./to-problem.ts";

export const riskLimits = {
  bodyBytes: 64 * 1024,
  idempotencyKeyCharacters: 255,
  /** Requests under way at once; one more is told to come again instead of waiting in line. */
  underWay: 4096,
} as const;

export interface RiskParts {
  store: Store;
  decide: ReturnType<typeof idempotent>;
  keyUse: ReturnType<typeof keyUse>;
  limit: ReturnType<typeof rateLimiter>;
  metrics: Metrics;
}

const answerHeaders = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
};

export function riskHandler(parts: RiskParts) {
  let underWay = 0;
  return async (request: Request): Promise<Response> => {
    const body = new LazyBody(request);
    underWay += 1;
    try {
      if (underWay > riskLimits.underWay) throw unavailable("Too many requests are under way.");
      return await answer(request, body, parts);
    } catch (error) {
      // The key is judged before the body, but the caller finds its own id in every answer.
      return problemResponse(toProblem(error), requestIdOf(await body.parsed().catch(() => null)));
    } finally {
      underWay -= 1;
    }
  };
}

async function answer(request: Request, body: LazyBody, parts: RiskParts): Promise<Response> {
  const key = request.headers.get("x-service-key");
  const owner = await ownerOf(key, "secret", parts.store);
  parts.keyUse.note(owner.keyId);
  parts.limit(owner.project.id);
  if (!isMediaType(request.headers.get("content-type"), "application/json")) {
    throw new Problem("unsupported_media_type", "Send the body as application/json.");
  }
  const use = idempotencyKeyOf(request);
  const json = await body.parsed();
  if (!json) throw new Problem("malformed_json", "The body must be a JSON object in UTF-8.");
  const reading = readRiskRequest(json);
  if ("faults" in reading) throw invalid(reading.faults);
  const { record, replayed } = await parts.decide(
    { project: owner.project, request: reading.request },
    use === null ? null : { key: use, body: json },
  );
  parts.metrics.decided(record, replayed);
  return new Response(JSON.stringify(decisionOf(record)), {
    headers: replayed ? { ...answerHeaders, "Idempotency-Replayed": "true" } : answerHeaders,
  });
}

function idempotencyKeyOf(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null) return null;
  const { idempotencyKeyCharacters } = riskLimits;
  if (key.length >= 1 && key.length <= idempotencyKeyCharacters) return key;
  const message = `The header Idempotency-Key must have 1 to ${idempotencyKeyCharacters} characters.`;
  throw new Problem("validation_failed", message, { errors: [] });
}

function invalid(errors: { pointer: string; message: string }[]): Problem {
  const fields = errors.length === 1 ? "One field is" : `${errors.length} fields are`;
  return new Problem("validation_failed", `${fields} missing or malformed.`, { errors });
}

/** The body, read once, by whoever needs it first. */
class LazyBody {
  readonly #request: Request;
  #parsed: Promise<Record<string, unknown> | null> | undefined;

  constructor(request: Request) {
    this.#request = request;
  }

  parsed(): Promise<Record<string, unknown> | null> {
    this.#parsed ??= readBody(this.#request, riskLimits.bodyBytes).then(parseJsonObject);
    return this.#parsed;
  }
}
