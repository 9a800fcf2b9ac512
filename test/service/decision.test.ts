/** `GET /v1/decisions/{decisionId}` of the executable. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation } from "../fixtures/executable.ts";

const installation = new Installation();
const { secret, publishable, projectId } = await installation.project("Hotel");
const other = await installation.project("Other");
const service = await installation.serve();

const get = (decisionId: string, key?: string) =>
  fetch(`${service.url}/v1/decisions/${decisionId}`, {
    headers: key === undefined ? {} : { "X-Service-Key": key },
  });
const decided = (await (await callRisk(service.url, secret.key, fullRequest())).json()) as {
  decisionId: string;
  riskScore: number;
};
const { decisionId } = decided;

interface Explained {
  outcome: { outcome: string } | null;
  reasons: {
    status: string;
    detail: string | null;
    summary: string;
    strongest: { group: string; feature: string; text: string; points: number }[];
  };
}

test("has the decision as it was answered, its model, and its strongest reasons", async () => {
  const answer = await get(decisionId, secret.key);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  let body = (await answer.json()) as Explained;
  // The first ones load the model; on a slow machine that takes longer than an answer waits.
  await waitUntil("the reasons", async () => {
    if (body.reasons.status === "pending") {
      body = (await (await get(decisionId, secret.key)).json()) as Explained;
    }
    return body.reasons.status !== "pending";
  });
  const { outcome, reasons, ...rest } = body;
  expect(rest).toEqual({
    ...decided,
    requestId: fullRequest().requestId,
    model: { name: "default", version: expect.stringMatching(/^\d+\./) },
    decidedBy: { kind: "model", entryId: null, listsVersion: null },
    listMatches: [],
    review: null,
  } as never);
  expect(outcome).toBeNull();
  expect(reasons.status).toBe("available");
  expect(reasons.summary).toMatch(/^(Allowed|Denied)[:, ]/);
  expect(reasons.strongest).toHaveLength(3);
  const stored = await installation.json<{
    summary: { sentence: string; top: { feature: string }[] };
  }>("decision", "reasons", decisionId);
  expect(reasons.summary).toBe(stored.summary.sentence);
  expect(reasons.strongest.map(({ feature }) => feature)).toEqual(
    stored.summary.top.map(({ feature }) => feature),
  );
});

test("has the newest outcome", async () => {
  for (const [outcome, requestId] of [
    ["chargeback", "1"],
    ["legitimate", "2"],
  ]) {
    await fetch(`${service.url}/v1/decisions/${decisionId}/outcome`, {
      method: "POST",
      headers: { "X-Service-Key": secret.key, "Content-Type": "application/json" },
      body: JSON.stringify({ outcome, requestId }),
    });
  }
  const { outcome } = (await (await get(decisionId, secret.key)).json()) as Explained;
  expect(outcome).toEqual({
    outcome: "legitimate",
    occurredAt: null,
    reportedAt: expect.stringMatching(/Z$/),
  } as never);
});

test("is answered to the project's secret key only", async () => {
  expect((await get(decisionId)).status).toBe(401);
  expect((await get(decisionId, publishable.key)).status).toBe(403);
  for (const [id, key] of [
    [decisionId, other.secret.key],
    [`dec_${"0".repeat(32)}`, secret.key],
    ["dec_x", secret.key],
    [decisionId.toUpperCase(), secret.key],
  ] as const) {
    const answer = await get(id, key);
    expect(answer.status).toBe(404);
    expect(((await answer.json()) as { code: string }).code).toBe("not_found");
  }
});

test("says so where the model that decided is gone", async () => {
  const request = { ...fullRequest(), requestId: "gone" };
  const { decisionId: id } = (await (
    await callRisk(service.url, secret.key, request)
  ).json()) as typeof decided;
  const events = openDatabase(join(installation.data, "events.db"));
  events.run("PRAGMA busy_timeout = 5000");
  events.run("UPDATE decisions SET model_sha256 = ? WHERE id = ?", ["ab".repeat(32), id]);
  events.close();
  const answer = await get(id, secret.key);
  expect(answer.status).toBe(200);
  const { reasons } = (await answer.json()) as Explained;
  expect(reasons).toMatchObject({ status: "unavailable", summary: null, strongest: [] });
  expect(reasons.detail).toContain("is no longer installed");
});

test("leads to many at once without an error, as far as the project's rate allows", async () => {
  const ids: string[] = [];
  for (let i = 0; i < 6; i++) {
    const answer = await callRisk(service.url, secret.key, {
      ...fullRequest(),
      requestId: `many-${i}`,
    });
    ids.push(((await answer.json()) as typeof decided).decisionId);
  }
  const answers = await Promise.all(ids.map((id) => get(id, secret.key)));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    const { reasons } = (await answer.json()) as Explained;
    expect(["available", "pending"]).toContain(reasons.status);
  }
  expect(projectId).toStartWith("prj_");
});
