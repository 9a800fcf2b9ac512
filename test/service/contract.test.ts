/**
 * Every row of the contract's error table, produced with curl against the executable, and the
 * contract's rules for responses.
 */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { problems } from "../../src/http/problems/problem.ts";
import { newKey } from "../../src/projects/key-format.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";
import { curl as curlProgram, describeWith } from "../fixtures/needs.ts";

const installation = new Installation();
const project = await installation.project();
const service = await installation.serve();
const sk = project.secret.key;
const pk = project.publishable.key;
const full = JSON.stringify(fullRequest());
const revoked = await installation.json<{ key: string; keyId: string }>(
  "key",
  "create",
  "--project",
  project.projectId,
  "--kind",
  "secret",
);
await installation.json("key", "revoke", revoked.keyId);

interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Calls curl as a merchant's engineer would, with a body from a file. */
async function curl(path: string, args: string[], body?: string | Uint8Array): Promise<Answer> {
  const command = ["curl", "-s", "-i", "-H", "Expect:", `${service.url}${path}`, ...args];
  if (body !== undefined) command.push("--data-binary", "@-");
  const child = Bun.spawn(command, {
    stdin: body === undefined ? "ignore" : new Blob([body as string]),
    stdout: "pipe",
  });
  const text = await child.stdout.text();
  await child.exited;
  const end = text.indexOf("\r\n\r\n");
  const [first, ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
  const rest = text.slice(end + 4);
  return { status: Number(first!.split(" ")[1]), headers, body: rest ? JSON.parse(rest) : {} };
}

const json = ["-H", "Content-Type: application/json"];
const keyed = (key: string) => ["-H", `X-Service-Key: ${key}`, ...json];
const without = (...names: string[]) => {
  const request = fullRequest() as Record<string, unknown>;
  for (const name of names) delete request[name];
  return JSON.stringify(request);
};

interface Row {
  name: string;
  code: keyof typeof problems;
  args: string[];
  body?: string | Uint8Array;
  path?: string;
  /** The request ID in the response; by default the full request's. */
  requestId?: string | null;
}

const own = fullRequest().requestId;
const rows: Row[] = [
  { name: "an array", code: "malformed_json", args: keyed(sk), body: "[1]", requestId: null },
  { name: "half a body", code: "malformed_json", args: keyed(sk), body: '{"a":', requestId: null },
  { name: "no body", code: "malformed_json", args: keyed(sk), body: "", requestId: null },
  {
    name: "no UTF-8",
    code: "malformed_json",
    args: keyed(sk),
    body: Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    requestId: null,
  },
  {
    name: "brackets beyond counting",
    code: "malformed_json",
    args: keyed(sk),
    body: "[".repeat(60_000),
    requestId: null,
  },
  { name: "no key", code: "missing_key", args: json, body: full },
  {
    name: "an empty key",
    code: "missing_key",
    args: ["-H", "X-Service-Key;", ...json],
    body: full,
  },
  { name: "an unknown key", code: "invalid_key", args: keyed(newKey("secret")), body: full },
  { name: "a misspelled key", code: "invalid_key", args: keyed(`${sk}x`), body: full },
  { name: "a revoked key", code: "revoked_key", args: keyed(revoked.key), body: full },
  { name: "a publishable key", code: "key_mode_mismatch", args: keyed(pk), body: full },
  {
    name: "a secret key in a page",
    code: "key_mode_mismatch",
    path: "/sdk/batch",
    args: ["-H", "Content-Type: text/plain"],
    body: JSON.stringify({ key: sk }),
    requestId: null,
  },
  { name: "an unknown address", code: "not_found", path: "/v2/risk", args: json, body: full },
  {
    name: "an address with a bad escape",
    code: "not_found",
    path: "/v1/%zz",
    args: [],
    requestId: null,
  },
  { name: "a wrong method", code: "method_not_allowed", args: ["-X", "PUT", ...json], body: full },
  { name: "a GET", code: "method_not_allowed", args: [], requestId: null },
  {
    name: "a body one byte too large",
    code: "body_too_large",
    args: keyed(sk),
    body: full.padEnd(64 * 1024 + 1),
    requestId: null,
  },
  {
    name: "a chunked body too large",
    code: "body_too_large",
    args: [...keyed(sk), "-H", "Transfer-Encoding: chunked"],
    body: full.padEnd(64 * 1024 + 1),
    requestId: null,
  },
  {
    name: "a form",
    code: "unsupported_media_type",
    args: ["-H", `X-Service-Key: ${sk}`, "-H", "Content-Type: application/x-www-form-urlencoded"],
    body: full,
  },
  {
    name: "a compressed body",
    code: "unsupported_media_type",
    args: [...keyed(sk), "-H", "Content-Encoding: gzip"],
    body: Bun.gzipSync(full),
    requestId: null,
  },
  { name: "a missing field", code: "validation_failed", args: keyed(sk), body: without("hotel") },
  {
    name: "a missing requestId",
    code: "validation_failed",
    args: keyed(sk),
    body: without("requestId"),
    requestId: null,
  },
  {
    name: "an idempotency key too long",
    code: "validation_failed",
    args: [...keyed(sk), "-H", `Idempotency-Key: ${"k".repeat(256)}`],
    body: full,
  },
];

describeWith(curlProgram)("every error response is a problem document", () => {
  test.each(rows)("$code: $name", async ({ code, args, body, path = "/v1/risk", requestId }) => {
    expectProblem(await curl(path, args, body), code, requestId === undefined ? own : requestId);
  });

  test("a 401 challenges, a 405 names the methods, a 415 the encoding", async () => {
    expect((await curl("/v1/risk", json, full)).headers.get("www-authenticate")).toContain("Key");
    expect((await curl("/v1/risk", [])).headers.get("allow")).toBe("POST");
    const encoded = await curl("/v1/risk", [...keyed(sk), "-H", "Content-Encoding: gzip"], "");
    expect(encoded.headers.get("accept-encoding")).toBe("identity");
    const plain = await curl("/v1/risk", [...keyed(sk), "-H", "Content-Encoding: identity"], full);
    expect(plain.status).toBe(200);
    expect((await curl("/readyz", ["-X", "DELETE"])).headers.get("allow")).toBe("GET, HEAD");
    const toDashboard = await curl("/dashboard/api/session", ["--head"]);
    expect([toDashboard.status, toDashboard.headers.get("allow")]).toEqual([405, "GET, POST, PUT"]);
  });

  test("idempotency_conflict: the same key with another body", async () => {
    const args = [...keyed(sk), "-H", "Idempotency-Key: order-1"];
    const first = await curl("/v1/risk", args, full);
    const second = await curl("/v1/risk", args, full);
    expect(first.status).toBe(200);
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    const spelledAnew = JSON.stringify(Object.fromEntries(Object.entries(fullRequest()).reverse()));
    expect((await curl("/v1/risk", args, spelledAnew)).body).toEqual(first.body);
    const other = JSON.stringify({ ...fullRequest(), collectionId: null });
    expectProblem(await curl("/v1/risk", args, other), "idempotency_conflict", own);
  });

  test("validation_failed lists every issue at once and repeats no value", async () => {
    const bad = fullRequest() as ReturnType<typeof fullRequest> & Record<string, unknown>;
    bad.booker.email = "SECRET-not-an-address";
    bad.booker.phone = "SECRET";
    bad.hotel.country = "SE CRET";
    bad.booking.checkOut = bad.booking.checkIn;
    bad.booking.groupSize.adultCount = "2" as never;
    const answer = await curl("/v1/risk", keyed(sk), JSON.stringify(bad));
    expectProblem(answer, "validation_failed", own);
    const errors = answer.body.errors as { pointer: string; message: string }[];
    expect(errors.map(({ pointer }) => pointer).sort()).toEqual([
      "/booker/email",
      "/booker/phone",
      "/booking/checkOut",
      "/booking/groupSize/adultCount",
      "/hotel/country",
    ]);
    expect(JSON.stringify(answer.body)).not.toContain("SECRET");
  });

  test("rate_limited: more than the operator allows", async () => {
    const limited = await installation.serve("--rate-limit", "3");
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => callRisk(limited.url, sk, full)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(6);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3);
    const [{ headers }] = refused as [Response];
    expect(headers.get("retry-after")).toBe("1");
    expect(headers.get("ratelimit-policy")).toBe('"default";q=3;w=1');
    expect(headers.get("ratelimit")).toBe('"default";r=0;t=1');
    expect(await refused[0]!.json()).toMatchObject({ code: "rate_limited", requestId: own });
    await limited.stop();
  });

  test("unavailable: the storage is locked by another process, and nothing was decided", async () => {
    const events = openDatabase(join(installation.data, "events.db"));
    const count = () =>
      (events.query("SELECT count(*) AS n FROM decisions").get() as { n: number }).n;
    const before = count();
    events.run("BEGIN IMMEDIATE");
    const answer = await curl("/v1/risk", keyed(sk), full);
    const readiness = await curl("/readyz", []);
    events.run("ROLLBACK");
    expectProblem(answer, "unavailable", own);
    expect(answer.headers.get("retry-after")).toBe("1");
    expectProblem(readiness, "unavailable", null);
    expect(count()).toBe(before);
    expect((await curl("/v1/risk", keyed(sk), full)).status).toBe(200);
    expect((await curl("/readyz", [])).status).toBe(200);
    events.close();
  });

  test("internal_error: a stored decision is missing, and the response does not reveal it", async () => {
    const args = [...keyed(sk), "-H", "Idempotency-Key: order-lost"];
    const { body } = await curl("/v1/risk", args, full);
    const events = openDatabase(join(installation.data, "events.db"));
    events.run("DELETE FROM decisions WHERE id = ?", [body.decisionId as string]);
    events.close();
    const answer = await curl("/v1/risk", args, full);
    expectProblem(answer, "internal_error", own);
    expect(JSON.stringify(answer.body)).not.toMatch(/sqlite|\.ts|\.db|names a decision/i);
  });
});

function expectProblem(answer: Answer, code: keyof typeof problems, requestId: string | null) {
  const { status, title } = problems[code];
  expect(answer.body).toMatchObject({ status, code, title, requestId });
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.body.type).toBe(`/docs/problems#${code}`);
  expect((answer.body.detail as string).length).toBeGreaterThan(10);
}

describe("a success", () => {
  test("has exactly the six fields, and the request id is stored", async () => {
    const answer = await callRisk(service.url, sk, full);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json");
    const body = (await answer.json()) as Record<string, string>;
    expect(Object.keys(body)).toEqual([
      "decisionId",
      "riskScore",
      "riskLevel",
      "suggestedAction",
      "riskSetting",
      "decidedAt",
    ]);
    expect(body.decisionId).toMatch(/^dec_[0-9a-f]{32}$/);
    expect(body.decidedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const stored = await installation.json("decision", "show", body.decisionId!);
    expect(stored).toMatchObject({ ...body, requestId: own, projectId: project.projectId });
  });

  test("treats null as absent, trims strings, and neither uses nor stores unknown fields", async () => {
    const request = {
      ...fullRequest(),
      collectionId: null,
      guests: null,
      requestId: "  padded  ",
      secretField: "UNKNOWN-MEMBER",
    };
    const answer = await callRisk(service.url, sk, request);
    const { decisionId } = (await answer.json()) as { decisionId: string };
    const stored = await installation.json<Record<string, unknown>>("decision", "show", decisionId);
    expect(stored.requestId).toBe("padded");
    expect(stored.collectionId).toBeNull();
    expect(JSON.stringify(stored)).not.toContain("UNKNOWN-MEMBER");
    expect(stored.request).not.toHaveProperty("guests");
  });

  test("a body of exactly 64 KiB is accepted, with or without Content-Length", async () => {
    const padded = full.padEnd(64 * 1024);
    expect((await callRisk(service.url, sk, padded)).status).toBe(200);
    const stream = new Blob([padded]).stream();
    const chunked = await fetch(`${service.url}/v1/risk`, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=utf-8", "X-Service-Key": sk },
      body: stream,
    });
    expect(chunked.status).toBe(200);
  });

  test.each([1, 255])("an idempotency key of %p characters is accepted", async (characters) => {
    const answer = await callRisk(service.url, sk, full, {
      "Idempotency-Key": "k".repeat(characters),
    });
    expect(answer.status).toBe(200);
  });

  test("the risk setting applies from the next request on, and changes the action only", async () => {
    const settings = ["maximizeProtection", "maximizeRevenue", "balanced"] as const;
    for (const setting of settings) {
      await installation.json("project", "set", project.projectId, "--risk-setting", setting);
      const answer = await callRisk(service.url, sk, full);
      const body = (await answer.json()) as Record<string, unknown>;
      const denyFrom = { maximizeProtection: 65, balanced: 75, maximizeRevenue: 85 }[setting];
      expect(body.riskSetting).toBe(setting);
      expect(body.suggestedAction).toBe(Number(body.riskScore) >= denyFrom ? "deny" : "allow");
    }
  });
});

test("the log contains no secret and no guest data", () => {
  const log = service.log.join("\n");
  for (const secret of [sk, pk, "ada@example.com", "Lovelace", "+351912345678"]) {
    expect(log).not.toContain(secret);
  }
});
