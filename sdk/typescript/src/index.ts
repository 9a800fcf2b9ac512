export * from "./client.ts";
export {
  ApiError,
  AuthenticationError,
  BookingRiskError,
  ConnectionError,
  IdempotencyConflictError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from "./errors.ts";
export type * from "./models.ts";
export * from "./webhook.ts";
