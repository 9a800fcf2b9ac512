/** Translates errors of other modules into problems. Private detail goes to the log only. */
import { DomainError } from "../../base/domain-error.ts";
import { log } from "../../base/log.ts";
import { ModelUnavailable } from "../../model/model.ts";
import { IdempotencyConflict } from "../../risk/idempotency.ts";
import { StorageUnavailable } from "../../storage/port/store.ts";
import { idOfRequest } from "../monitoring/request-log.ts";
import { domainProblem } from "./domain-problems.ts";
import { Problem } from "./problem.ts";

/** Long enough for a lock to be released, short enough for a guest at the checkout. */
const retryAfterS = 1;

export function unavailable(detail: string): Problem {
  return new Problem("unavailable", detail, { headers: { "Retry-After": String(retryAfterS) } });
}

/** @param request whose ID the log names. */
export function toProblem(error: unknown, request?: Request): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DomainError) return domainProblem(error);
  if (error instanceof IdempotencyConflict) {
    const detail =
      "This Idempotency-Key was used with a different body in the last 24 hours. Send a new key.";
    return new Problem("idempotency_conflict", detail);
  }
  if (error instanceof StorageUnavailable || error instanceof ModelUnavailable) {
    log("error", "unavailable", { reason: `${error.name}: ${error.message}`, ...idIn(request) });
    const part = error instanceof StorageUnavailable ? "storage" : "model";
    return unavailable(`The ${part} is not available. Nothing was decided. Try again.`);
  }
  const reason = error instanceof Error ? error.stack : String(error);
  log("error", "internal_error", { reason, ...idIn(request) });
  return new Problem("internal_error", "The service failed unexpectedly. Its log has the details.");
}

const idIn = (request: Request | undefined) => (request ? { requestId: idOfRequest(request) } : {});
