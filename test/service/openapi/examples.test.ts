/** Every example of the published document, against the real executable and on any date. */

import { describe, expect, test } from "bun:test";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { readRiskRequest } from "../../../src/attempt/request/risk-request.ts";
import { readEntry } from "../../../src/decisions/lists/entry-input.ts";
import { codeSamples, sampleUrl } from "../../../src/http/openapi/code-samples.ts";
import { openApiExamples } from "../../../src/http/openapi/examples.ts";
import { toProblem } from "../../../src/http/problems/to-problem.ts";
import { newKey } from "../../../src/projects/key-format.ts";
import { readOutcomeReport } from "../../../src/risk/outcome.ts";
import { StorageUnavailable } from "../../../src/storage/port/store.ts";
import { Installation } from "../../fixtures/executable.ts";
import { curl, testWith } from "../../fixtures/needs.ts";

type Json = Record<string, unknown>;
interface Media {
  examples: Record<string, { summary: string; value: Json }>;
}
interface Operation {
  "x-codeSamples": { label: string }[];
  requestBody: { content: { "application/json": Media } };
  responses: Record<string, { content: Record<string, Media> }>;
}

const installation = new Installation();
const project = await installation.project();
const revoked = await installation.json<{ key: string; keyId: string }>(
  "key",
  "create",
  "--project",
  project.projectId,
  "--kind",
  "secret",
);
await installation.json("key", "revoke", revoked.keyId);
const elsewhere = await installation.json<{ key: string }>(
  "key",
  "create",
  "--project",
  project.projectId,
  "--kind",
  "secret",
  "--address",
  "203.0.113.7",
);
/** Its key is used for more requests than are answered: those of the others are. */
const impatient = await installation.project("Impatient");
const before = (ms: number) => Date.now() - ms;
const expired = await installation.key(
  ...([
    project.projectId,
    "secret",
    { expiresAt: new Date(before(30_000)).toISOString() },
  ] as const),
  () => before(60_000),
);
const service = await installation.serve("--rate-limit", "100");
const entries = "/v1/lists/deny/entries";
const published = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
  paths: Record<string, { post: Operation; get: Operation }>;
};
const operations = {
  risk: published.paths["/v1/risk"]!.post,
  outcome: published.paths["/v1/decisions/{decisionId}/outcome"]!.post,
  decision: published.paths["/v1/decisions/{decisionId}"]!.get,
  addListEntry: published.paths["/v1/lists/{kind}/entries"]!.post,
  listEntries: published.paths["/v1/lists/{kind}/entries"]!.get,
  archiveListEntry: published.paths["/v1/lists/{kind}/entries/{entryId}/archive"]!.post,
};

/** Each with its own name, so that a test of its own says which one fails. */
const requestsOf = ({ requestBody }: Operation) =>
  Object.entries(requestBody.content["application/json"].examples).map(
    ([name, { value }]) => [name, value] as const,
  );
const answerOf = ({ responses }: Operation) =>
  Object.values(responses["200"]!.content["application/json"]!.examples)[0]!.value;
const problemsOf = (operation: Operation): Record<string, Json> =>
  Object.fromEntries(
    Object.values(operation.responses)
      .flatMap(({ content }) => Object.entries(content["application/problem+json"]?.examples ?? {}))
      .map(([code, { value }]) => [code, value]),
  );

function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(service.url + path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Service-Key": project.secret.key,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** A request whose body begins, and never ends. */
function sendUnfinished(path: string) {
  return fetch(service.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": project.secret.key },
    body: new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode("{")) }),
  });
}

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(service.url + path, {
    headers: { "X-Service-Key": project.secret.key, ...headers },
  });
}

async function decide(): Promise<string> {
  const answer = await send("/v1/risk", requestsOf(operations.risk)[0]![1]);
  return ((await answer.json()) as { decisionId: string }).decisionId;
}

describe("requests", () => {
  test.each(requestsOf(operations.risk))("POST /v1/risk takes %p", async (_, request) => {
    const answer = await send("/v1/risk", request);
    expect(answer.status).toBe(200);
    const example = answerOf(operations.risk);
    expect(Object.keys((await answer.json()) as Json)).toEqual(Object.keys(example));
  });

  test.each(requestsOf(operations.outcome))("the outcome endpoint takes %p", async (_, report) => {
    const decisionId = await decide();
    const answer = await send(`/v1/decisions/${decisionId}/outcome`, report);
    expect(answer.status).toBe(200);
    const reportedAt = expect.stringMatching(/^\d{4}-.*Z$/);
    const example = answerOf(operations.outcome);
    expect(await answer.json()).toEqual({ ...example, decisionId, reportedAt });
  });

  test("the decision endpoint answers like its example", async () => {
    const decisionId = await decide();
    const example = answerOf(operations.decision) as {
      reasons: { status: string; strongest: Json[] };
    };
    // On a busy machine the reasons can take longer than the endpoint waits for them.
    const found = await waitUntil("the reasons", async () => {
      const one = (await (await get(`/v1/decisions/${decisionId}`)).json()) as typeof example;
      return one.reasons.status === example.reasons.status && one;
    });
    expect(Object.keys(found)).toEqual(Object.keys(example));
    expect(Object.keys(found.reasons)).toEqual(Object.keys(example.reasons));
    expect(Object.keys(found.reasons.strongest[0]!)).toEqual(
      Object.keys(example.reasons.strongest[0]!),
    );
  });

  test.each(requestsOf(operations.addListEntry))("a list takes %p", async (_, entry) => {
    const answer = (example: Json) => ({
      ...example,
      entryId: expect.stringMatching(/^lst_/),
      listsVersion: expect.any(Number),
      createdBy: project.secret.keyId,
      createdAt: expect.stringMatching(/Z$/),
    });
    const added = await send("/v1/lists/deny/entries", entry);
    expect(added.status).toBe(200);
    const { entryId } = (await added.clone().json()) as { entryId: string };
    expect(await added.json()).toEqual(answer(answerOf(operations.addListEntry)));
    const page = await get("/v1/lists/deny/entries");
    const { entries, next } = answerOf(operations.listEntries) as { entries: Json[]; next: null };
    expect(await page.json()).toEqual({ entries: entries.map(answer), next });
    const archived = await send(`/v1/lists/deny/entries/${entryId}/archive`, {});
    expect(await archived.json()).toEqual({
      ...answer(answerOf(operations.archiveListEntry)),
      archivedBy: project.secret.keyId,
      archivedAt: expect.stringMatching(/Z$/),
    });
  });

  test("hold on any date", () => {
    const dayMs = 24 * 60 * 60 * 1000;
    for (let now = Date.UTC(2026, 0, 1); now < Date.UTC(2029, 0, 1); now += dayMs) {
      const examples = openApiExamples(now);
      const today = new Date(now).toISOString();
      for (const request of [examples.request, examples.minimalRequest] as Json[]) {
        const reading = readRiskRequest(request);
        expect(reading).toHaveProperty("request");
        if ("request" in reading) expect(reading.request.booking.checkIn > today).toBe(true);
      }
      expect(readOutcomeReport(examples.report as Json, now)).toHaveProperty("report");
      const { type, value, reason, expiresAt } = examples.newListEntry as Json;
      const entry = { kind: "deny", type, value, reason, expiresAt };
      expect(readEntry("prj_1", entry, now)).toMatchObject({ value });
      const { decidedAt } = examples.decision as Record<string, string>;
      const { occurredAt, reportedAt } = examples.outcome as Record<string, string>;
      const times = [decidedAt!, occurredAt!, reportedAt!, today];
      expect(times).toEqual(times.toSorted());
    }
  });
});

/** How each problem is provoked. What takes a broken disk or a bug is in `cannotBeProvoked`. */
function provocations(path: string, good: Json): Record<string, () => Promise<Response>> {
  const key = (value: string) => ({ "X-Service-Key": value });
  return {
    malformed_json: () => send(path, JSON.stringify(good).slice(0, -1)),
    missing_key: () =>
      fetch(service.url + path, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${project.secret.key}`,
        },
        body: JSON.stringify(good),
      }),
    invalid_key: () => send(path, good, key(newKey("secret"))),
    revoked_key: () => send(path, good, key(revoked.key)),
    expired_key: () => send(path, good, key(expired.key)),
    address_not_allowed: () => send(path, good, key(elsewhere.key)),
    key_mode_mismatch: () => send(path, good, key(project.publishable.key)),
    method_not_allowed: () =>
      fetch(service.url + path, {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(good),
      }),
    request_timeout: () => sendUnfinished(path),
    body_too_large: () => send(path, JSON.stringify(good).padEnd(64 * 1024 + 1)),
    unsupported_media_type: () => send(path, good, { "Content-Type": "text/plain" }),
    rate_limited: () => refusedAsOneOfMany(() => send(path, good, key(impatient.secret.key))),
  };
}

/** As often as it takes a slow machine to send more than the limit of a second. */
function refusedAsOneOfMany(request: () => Promise<Response>): Promise<Response> {
  return waitUntil("a refused request", async () => {
    const answers = await Promise.all(Array.from({ length: 300 }, request));
    return answers.find(({ status }) => status === 429);
  });
}

function provocationsWithoutBody(
  method: "GET" | "POST",
  path: string,
): Record<string, () => Promise<Response>> {
  const sent = (key: string) =>
    fetch(service.url + path, { method, headers: { "X-Service-Key": key } });
  return {
    missing_key: () => fetch(service.url + path, { method }),
    invalid_key: () => sent(newKey("secret")),
    revoked_key: () => sent(revoked.key),
    expired_key: () => sent(expired.key),
    address_not_allowed: () => sent(elsewhere.key),
    key_mode_mismatch: () => sent(project.publishable.key),
    method_not_allowed: () => fetch(service.url + path, { method: "PUT" }),
    rate_limited: () => refusedAsOneOfMany(() => sent(impatient.secret.key)),
  };
}

const cannotBeProvoked: Record<string, unknown> = {
  internal_error: new Error("x"),
  unavailable: new StorageUnavailable("x"),
};

async function expectExamples(
  operation: Operation,
  sends: Record<string, () => Promise<Response>>,
) {
  for (const [code, example] of Object.entries(problemsOf(operation))) {
    if (code in cannotBeProvoked) {
      expect(toProblem(cannotBeProvoked[code])).toMatchObject({ code, message: example.detail });
    } else {
      const answer = await sends[code]!();
      expect(await answer.json()).toEqual(example);
      expect(answer.status).toBe(example.status as number);
    }
  }
}

describe("problems are what the service answers", () => {
  test("of POST /v1/risk", async () => {
    const [, good] = requestsOf(operations.risk).find(([name]) => name === "minimal")! as [
      string,
      Json & { booker: Json; hotel: Json },
    ];
    const conflict = { "Idempotency-Key": "order-1" };
    await expectExamples(operations.risk, {
      ...provocations("/v1/risk", good),
      not_found: () => send("/v1/risks", good),
      idempotency_conflict: async () => {
        await send("/v1/risk", good, conflict);
        return send("/v1/risk", { ...good, guests: [] }, conflict);
      },
      validation_failed: () =>
        send("/v1/risk", {
          ...good,
          booker: { ...good.booker, phone: "912 345 678" },
          hotel: { ...good.hotel, country: "Portugal" },
        }),
    });
  });

  test("of the outcome endpoint", async () => {
    const path = `/v1/decisions/${await decide()}/outcome`;
    const [, good] = requestsOf(operations.outcome)[0]!;
    await expectExamples(operations.outcome, {
      ...provocations(path, good),
      not_found: () => send(`/v1/decisions/dec_${"0".repeat(32)}/outcome`, good),
      validation_failed: () => send(path, { ...good, outcome: "refund" }),
    });
  });

  test("of the decision endpoint", async () => {
    const path = `/v1/decisions/${await decide()}`;
    await expectExamples(operations.decision, {
      ...provocationsWithoutBody("GET", path),
      not_found: () => get(`/v1/decisions/dec_${"0".repeat(32)}`),
    });
  });

  test("of adding an entry to a list", async () => {
    const [, good] = requestsOf(operations.addListEntry)[0]!;
    await expectExamples(operations.addListEntry, {
      ...provocations(entries, good),
      not_found: () => send("/v1/lists/block/entries", good),
      validation_failed: () => send(entries, { ...good, value: "nobody" }),
    });
  });

  test("of reading a list", () =>
    expectExamples(operations.listEntries, {
      ...provocationsWithoutBody("GET", entries),
      not_found: () => get("/v1/lists/block/entries"),
      validation_failed: () => get(`${entries}?limit=201`),
    }));

  test("of archiving an entry", async () => {
    const entry = { type: "email", value: "archived@example.com", reason: "an example" };
    const { entryId } = (await (await send(entries, entry)).json()) as { entryId: string };
    await expectExamples(operations.archiveListEntry, {
      ...provocationsWithoutBody("POST", `${entries}/${entryId}/archive`),
      not_found: () =>
        fetch(`${service.url}${entries}/lst_0000000000000000/archive`, {
          method: "POST",
          headers: { "X-Service-Key": project.secret.key },
        }),
    });
  });
});

describe("code samples", () => {
  test("every operation has one for curl and each client", () => {
    const labels = ["curl", "TypeScript", "Python", "Go", "Java", "PHP"];
    for (const operation of Object.values(operations)) {
      const samples = operation["x-codeSamples"].map(({ label }) => label);
      expect(samples.slice(0, labels.length)).toEqual(labels);
    }
  });

  testWith(curl)("those with curl are answered as copied", async () => {
    const decisionId = await decide();
    const { booking } = requestsOf(operations.risk)[0]![1];
    const { checkIn, checkOut } = booking as { checkIn: string; checkOut: string };
    const listed = { type: "email", value: "sample@example.com", reason: "a sample" };
    const { entryId } = (await (await send(entries, listed)).json()) as { entryId: string };
    const { curl: samples } = codeSamples({ decisionId, entryId, checkIn, checkOut });
    for (const sample of Object.values(samples)) {
      const command = sample.replace(sampleUrl, service.url).replace("curl", "curl -sSf");
      const env = { PATH: process.env.PATH, BOOKING_RISK_SECRET_KEY: project.secret.key };
      const ran = Bun.spawn(["sh", "-c", command], { env, stdout: "pipe", stderr: "pipe" });
      const [out, error, status] = await Promise.all([
        ran.stdout.text(),
        ran.stderr.text(),
        ran.exited,
      ]);
      expect([status, error]).toEqual([0, ""]);
      expect(JSON.parse(out)).toBeObject();
    }
  });
});
