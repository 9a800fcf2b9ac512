import { describe, expect, test } from "bun:test";
import { ModelUnavailable } from "../../model/model.ts";
import { IdempotencyConflict } from "../../risk/idempotency.ts";
import { StorageUnavailable } from "../../storage/port/store.ts";
import {
  type AnyCode,
  dashboardProblems,
  operationsProblems,
  Problem,
  type ProblemCode,
  problemResponse,
  problems,
  problemType,
} from "./problem.ts";
import { toProblem } from "./to-problem.ts";

/** As the contract has them, and what was added to it: expired_key, address_not_allowed. */
const statuses: Record<ProblemCode, number> = {
  malformed_json: 400,
  missing_key: 401,
  invalid_key: 401,
  revoked_key: 401,
  expired_key: 401,
  key_mode_mismatch: 403,
  address_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

test("codes and statuses are exactly those of the contract", () => {
  const ours = Object.entries(problems).map(([code, { status }]) => [code, status]);
  expect(Object.fromEntries(ours)).toEqual(statuses);
});

test("the SDK's endpoint has a code of its own, which the problems page explains", () => {
  const problem = new Problem("origin_not_allowed", "x");
  expect(problemResponse(problem, null).status).toBe(403);
  expect(Object.keys(problems)).not.toContain("origin_not_allowed");
});

test("the dashboard's and monitoring's own problems have the statuses that their pages expect", () => {
  const own = { ...dashboardProblems, ...operationsProblems };
  const answered = Object.keys(own).map((code) => {
    return [code, problemResponse(new Problem(code as AnyCode, "x"), null).status];
  });
  expect(Object.fromEntries(answered)).toEqual({
    not_signed_in: 401,
    wrong_credentials: 401,
    wrong_code: 401,
    wrong_passkey: 401,
    forbidden: 403,
    confirmation_required: 403,
    second_factor_required: 403,
    wrong_origin: 403,
    conflict: 409,
    link_unusable: 410,
    token_required: 401,
    host_not_allowed: 421,
  });
});

describe.each(Object.keys(statuses) as ProblemCode[])("%s", (code) => {
  test("is answered as application/problem+json with every member", async () => {
    const response = problemResponse(new Problem(code, "What was wrong."), "r-1");
    expect(response.status).toBe(statuses[code]);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual({
      type: problemType(code),
      title: problems[code].title,
      status: statuses[code],
      detail: "What was wrong.",
      code,
      requestId: "r-1",
    });
  });
});

test("an ID that could not be read is null, not absent", async () => {
  const body = await problemResponse(new Problem("not_found", "x"), null).json();
  expect(body).toHaveProperty("requestId", null);
});

test("validation issues are listed, also where none has a pointer", async () => {
  const errors = [{ pointer: "/booker/email", message: "is required" }];
  for (const list of [errors, []]) {
    const problem = new Problem("validation_failed", "x", { errors: list });
    expect(await problemResponse(problem, null).json()).toHaveProperty("errors", list);
  }
});

test("headers of the problem are sent", () => {
  const problem = new Problem("unavailable", "x", { headers: { "Retry-After": "7" } });
  expect(problemResponse(problem, null).headers.get("retry-after")).toBe("7");
});

test("external text stays inside its JSON string", async () => {
  const response = problemResponse(new Problem("not_found", "x"), '"},\u2028<script>');
  expect(await response.json()).toHaveProperty("requestId", '"},\u2028<script>');
});

describe("errors of other modules", () => {
  const secret = "SELECT * FROM keys; /home/operator/data";

  test.each<{ name: string; error: () => unknown; code: ProblemCode }>([
    { name: "a problem", error: () => new Problem("not_found", "x"), code: "not_found" },
    { name: "a conflict", error: () => new IdempotencyConflict(), code: "idempotency_conflict" },
    { name: "no storage", error: () => new StorageUnavailable(secret), code: "unavailable" },
    { name: "no model", error: () => new ModelUnavailable(secret), code: "unavailable" },
    { name: "an error", error: () => new Error(secret), code: "internal_error" },
    { name: "a text", error: () => secret, code: "internal_error" },
    { name: "nothing", error: () => undefined, code: "internal_error" },
  ])("$name becomes $code, without its private detail", async ({ error, code }) => {
    const response = problemResponse(toProblem(error()), null);
    expect(response.status).toBe(statuses[code]);
    const text = await response.text();
    expect(text).not.toContain("SELECT");
    expect(text).not.toContain("/home");
    if (code === "unavailable") expect(response.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  });
});
