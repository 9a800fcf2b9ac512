/** What a call throws. No message contains the secret key or what was sent. */
import type { FieldError, ProblemCode } from "./models.ts";

/** The class of all of them. */
export class BookingRiskError extends Error {
  override readonly name: string = "BookingRiskError";
}

/** No answer arrived: no connection, or one that was cut, also after the retries. */
export class ConnectionError extends BookingRiskError {
  override readonly name = "ConnectionError";
}

/** The time of the call was over. Whether the service has decided is not known. */
export class TimeoutError extends BookingRiskError {
  override readonly name = "TimeoutError";
}

export interface ApiErrorFields {
  /** The status code of the response. */
  status: number;
  /** To branch on. A newer service may have codes that this version does not list. */
  code: ProblemCode | "unexpected_response" | (string & {});
  detail: string;
  /** The `requestId` that was sent, or null if the service could not read it. */
  requestId: string | null;
  /** The service's own ID of the request, as in its log; null where it sent none. */
  logId: string | null;
  /** How long to wait before another call, where the service said so. */
  retryAfterSeconds: number | null;
  errors: readonly FieldError[];
}

/** The service refused the request, or failed: RFC 9457's problem as an error. */
export class ApiError extends BookingRiskError implements ApiErrorFields {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: ApiErrorFields["code"];
  readonly detail: string;
  readonly requestId: string | null;
  readonly logId: string | null;
  readonly retryAfterSeconds: number | null;
  /** Each field that is missing or invalid. Empty except in a `ValidationError`. */
  readonly errors: readonly FieldError[];

  constructor(fields: ApiErrorFields) {
    const faults = fields.errors.map(({ pointer, message }) => ` ${pointer} ${message}.`).join("");
    super(`${fields.code} (${fields.status}): ${fields.detail}${faults}`);
    this.status = fields.status;
    this.code = fields.code;
    this.detail = fields.detail;
    this.requestId = fields.requestId;
    this.logId = fields.logId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.errors = fields.errors;
  }
}

/** The key is missing, unknown, revoked or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = "AuthenticationError";
}
/** The key is of the wrong kind, or not accepted from this address. */
export class PermissionError extends ApiError {
  override readonly name = "PermissionError";
}
/** The project has no such decision. */
export class NotFoundError extends ApiError {
  override readonly name = "NotFoundError";
}
/** The idempotency key was used with another request. */
export class IdempotencyConflictError extends ApiError {
  override readonly name = "IdempotencyConflictError";
}
/** Fields are missing or invalid: `errors` names each of them. */
export class ValidationError extends ApiError {
  override readonly name = "ValidationError";
}
/** Too many requests, also after the retries that the time allowed. */
export class RateLimitedError extends ApiError {
  override readonly name = "RateLimitedError";
}
/** The service cannot decide at the moment, and nothing was decided. */
export class UnavailableError extends ApiError {
  override readonly name = "UnavailableError";
}

const classes: Readonly<Record<string, typeof ApiError>> = {
  missing_key: AuthenticationError,
  invalid_key: AuthenticationError,
  revoked_key: AuthenticationError,
  expired_key: AuthenticationError,
  key_mode_mismatch: PermissionError,
  address_not_allowed: PermissionError,
  not_found: NotFoundError,
  idempotency_conflict: IdempotencyConflictError,
  validation_failed: ValidationError,
  rate_limited: RateLimitedError,
  unavailable: UnavailableError,
};

/** @param body the response's body, which a proxy may have written instead of the service. */
export function apiErrorOf(response: Response, body: string): ApiError {
  const problem = objectIn(body);
  const code = typeof problem.code === "string" ? problem.code : "unexpected_response";
  const seconds = response.headers.get("Retry-After") ?? "";
  const fields: ApiErrorFields = {
    status: response.status,
    code,
    detail:
      typeof problem.detail === "string"
        ? problem.detail
        : "The response is not one of Booking Risk. Check the address and what is in between.",
    requestId: typeof problem.requestId === "string" ? problem.requestId : null,
    logId: response.headers.get("X-Request-Id"),
    retryAfterSeconds: /^\d{1,9}$/.test(seconds) ? Number(seconds) : null,
    errors: Array.isArray(problem.errors) ? (problem.errors as FieldError[]) : [],
  };
  return new (Object.hasOwn(classes, code) ? classes[code]! : ApiError)(fields);
}

/** The JSON object that a body is; an empty one where it is none. */
export function objectIn(body: string): Record<string, unknown> {
  try {
    const value = JSON.parse(body) as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
