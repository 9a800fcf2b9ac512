/** Every failure as `application/problem+json` (RFC 9457), with the contract's codes. */
import type { Fault } from "../request/schema-reader.ts";

interface Kind {
  status: number;
  title: string;
}

/** The closed list of what can go wrong, as the contract has it. */
export const problems = {
  malformed_json: { status: 400, title: "The body is no JSON object" },
  missing_key: { status: 401, title: "No key was sent" },
  invalid_key: { status: 401, title: "The key is not a key of this service" },
  revoked_key: { status: 401, title: "The key was revoked" },
  key_mode_mismatch: { status: 403, title: "The key is of the wrong kind" },
  not_found: { status: 404, title: "There is nothing at this address" },
  method_not_allowed: { status: 405, title: "The address does not take this method" },
  idempotency_conflict: { status: 409, title: "The idempotency key came with another body" },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body is of the wrong media type" },
  validation_failed: { status: 422, title: "Fields are missing or malformed" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal_error: { status: 500, title: "Something went wrong in the service" },
  unavailable: { status: 503, title: "The service cannot answer now" },
} as const satisfies Record<string, Kind>;
export type ProblemCode = keyof typeof problems;

/** What else the browser script's own door can answer. No merchant's server gets to see it. */
export const scriptProblems = {
  origin_not_allowed: { status: 403, title: "The key is not for pages of this origin" },
} as const satisfies Record<string, Kind>;

/** What else the dashboard's doors can answer, to its own pages. */
export const dashboardProblems = {
  not_signed_in: { status: 401, title: "Nobody is signed in" },
  wrong_credentials: { status: 401, title: "The e-mail address or the password is wrong" },
  wrong_code: { status: 401, title: "The code is wrong" },
  forbidden: { status: 403, title: "The role does not allow it" },
  wrong_origin: { status: 403, title: "The request comes from another site" },
  conflict: { status: 409, title: "It cannot be done as things are" },
  link_unusable: { status: 410, title: "The link was used, withdrawn, or is too old" },
} as const satisfies Record<string, Kind>;

type AnyCode = ProblemCode | keyof typeof scriptProblems | keyof typeof dashboardProblems;

const kinds: Readonly<Record<AnyCode, Kind>> = {
  ...problems,
  ...scriptProblems,
  ...dashboardProblems,
};

/** A failure on its way to the caller. Its texts are public: no path, no SQL, nobody's data. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: AnyCode;
  readonly errors: readonly Fault[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: AnyCode,
    detail: string,
    more: { errors?: readonly Fault[]; headers?: Record<string, string> } = {},
  ) {
    super(detail);
    this.code = code;
    this.errors = more.errors;
    this.headers = more.headers ?? {};
  }
}

/** Where each code is explained; a part of the API's own pages. */
export const problemType = (code: AnyCode) => `/docs/problems#${code}`;

/** @param requestId the caller's correlation id, or null where none could be read. */
export function problemResponse(problem: Problem, requestId: string | null): Response {
  const { code, message, errors, headers } = problem;
  const { status, title } = kinds[code];
  const body = {
    type: problemType(code),
    title,
    status,
    detail: message,
    code,
    requestId,
    ...(errors && { errors }),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
  });
}
