/** Every failure is `application/problem+json` (RFC 9457) with a published code. */
import type { ValidationIssue } from "../../attempt/request/schema-reader.ts";

interface Kind {
  status: number;
  title: string;
}

/** Every problem that the public API answers with. Codes and statuses are published and do not change. */
export const problems = {
  malformed_json: { status: 400, title: "The body is not a JSON object" },
  missing_key: { status: 401, title: "No API key was sent" },
  invalid_key: { status: 401, title: "The API key is not valid" },
  revoked_key: { status: 401, title: "The API key was revoked" },
  expired_key: { status: 401, title: "The API key has expired" },
  key_mode_mismatch: { status: 403, title: "The API key is of the wrong kind" },
  address_not_allowed: {
    status: 403,
    title: "The API key is not accepted from this address",
  },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "The endpoint does not support this method" },
  request_timeout: { status: 408, title: "The body did not arrive in time" },
  idempotency_conflict: {
    status: 409,
    title: "The Idempotency-Key was used with a different body",
  },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The media type of the body is not supported" },
  validation_failed: { status: 422, title: "Fields are missing or invalid" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Internal error" },
  unavailable: { status: 503, title: "The service is temporarily unavailable" },
} as const satisfies Record<string, Kind>;
export type ProblemCode = keyof typeof problems;

/** Only the browser script's endpoint answers with these, never the merchant's API. */
export const scriptProblems = {
  origin_not_allowed: { status: 403, title: "The API key is not allowed on pages of this origin" },
} as const satisfies Record<string, Kind>;

/** Only the dashboard's endpoints answer with these, to its own pages. */
export const dashboardProblems = {
  not_signed_in: { status: 401, title: "You are not signed in" },
  wrong_credentials: { status: 401, title: "The e-mail address or the password is wrong" },
  wrong_code: { status: 401, title: "The code is wrong" },
  wrong_passkey: { status: 401, title: "The passkey was not accepted" },
  forbidden: { status: 403, title: "Your role does not allow this" },
  confirmation_required: { status: 403, title: "The password or second factor is required again" },
  second_factor_required: { status: 403, title: "The project requires a second factor" },
  wrong_origin: { status: 403, title: "The request comes from another site" },
  conflict: { status: 409, title: "The request conflicts with the current state" },
  link_unusable: { status: 410, title: "The link was used or withdrawn, or has expired" },
} as const satisfies Record<string, Kind>;

/** Only `/metrics` and the dashboard answer with these, to requests that may not read them. */
export const operationsProblems = {
  token_required: { status: 401, title: "A token is required" },
  host_not_allowed: { status: 421, title: "The service does not answer under this name" },
} as const satisfies Record<string, Kind>;

export type AnyCode =
  | ProblemCode
  | keyof typeof scriptProblems
  | keyof typeof dashboardProblems
  | keyof typeof operationsProblems;

const kinds: Readonly<Record<AnyCode, Kind>> = {
  ...problems,
  ...scriptProblems,
  ...dashboardProblems,
  ...operationsProblems,
};

/** A failure to be answered. Its texts are public: no file path, no SQL, no data of other callers. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: AnyCode;
  readonly errors: readonly ValidationIssue[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  #rendered: Rendered | undefined;

  constructor(
    code: AnyCode,
    detail: string,
    more: { errors?: readonly ValidationIssue[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }

  /** Rendered once: a problem that answers many requests, such as a refused key, is one object. */
  get rendered(): Rendered {
    this.#rendered ??= render(this);
    return this.#rendered;
  }
}

/** A problem's response, but for the `requestId` between the two parts of its body. */
interface Rendered {
  before: string;
  after: string;
  init: { status: number; headers: Headers };
}

function render({ code, message, errors, headers }: Problem): Rendered {
  const { status, title } = kinds[code];
  const members = { type: problemType(code), title, status, detail: message, code };
  const common = {
    "Content-Type": "application/problem+json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  return {
    before: `${JSON.stringify(members).slice(0, -1)},"requestId":`,
    after: errors ? `,"errors":${JSON.stringify(errors)}}` : "}",
    init: { status, headers: new Headers({ ...common, ...headers }) },
  };
}

export function validationFailed(errors: readonly ValidationIssue[]): Problem {
  const fields = errors.length === 1 ? "One field is" : `${errors.length} fields are`;
  return new Problem(
    "validation_failed",
    `${fields} missing or invalid. See errors for each of them.`,
    { errors },
  );
}

/** Where the code is explained, on the service's own documentation pages. */
export const problemType = (code: AnyCode) => `/docs/problems#${code}`;

/** @param requestId the caller's correlation id, or null if it could not be read. */
export function problemResponse({ rendered }: Problem, requestId: string | null): Response {
  const { before, after, init } = rendered;
  return new Response(before + JSON.stringify(requestId) + after, init);
}
