/** With which key a decision was requested and an outcome reported: stored, shown and exported. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fullRequest } from "../../fixtures/booking.ts";
import { Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const project = await installation.project("Hotel");
const first = project.secret;
const second = await installation.json<{ keyId: string; key: string }>(
  "key",
  "create",
  "--project",
  project.projectId,
  "--kind",
  "secret",
);
const service = await installation.serve();

interface Shown {
  keyId: string | null;
  outcomes: { outcome: string; keyId: string | null }[];
}
const shown = (id: string) => installation.json<Shown>("decision", "show", id);

async function post(path: string, key: string, body: unknown, more: Record<string, string> = {}) {
  const answer = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": key, ...more },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return { answer, body: (await answer.json()) as { decisionId: string } };
}

async function decide(key: string, idempotencyKey?: string) {
  const more = idempotencyKey ? { "Idempotency-Key": idempotencyKey } : undefined;
  const { answer, body } = await post("/v1/risk", key, fullRequest(), more);
  return { id: body.decisionId, replayed: answer.headers.get("idempotency-replayed") };
}

const report = (id: string, key: string, outcome: string) =>
  post(`/v1/decisions/${id}/outcome`, key, { outcome, requestId: "o" });

test("a decision stores the key that it was requested with; a replay keeps the first", async () => {
  const { id } = await decide(first.key, "again");
  expect(await decide(second.key, "again")).toEqual({ id, replayed: "true" });
  expect(await shown(id)).toMatchObject({ keyId: first.keyId, outcomes: [] });
  expect((await shown((await decide(second.key)).id)).keyId).toBe(second.keyId);
});

test("each outcome stores its key; a report that repeats the newest one keeps the first", async () => {
  const { id } = await decide(first.key);
  await report(id, second.key, "fraud");
  await report(id, first.key, "fraud");
  await report(id, first.key, "legitimate");
  expect((await shown(id)).outcomes).toMatchObject([
    { outcome: "fraud", keyId: second.keyId },
    { outcome: "legitimate", keyId: first.keyId },
  ]);
  const { out } = await installation.run("decision", "show", id);
  expect(out).toMatch(new RegExp(`^Key +${first.keyId}$`, "m"));
  expect(out).toContain(`with ${first.keyId}`);
});

test("an export tells the false outcomes of a leaked key from the merchant's own", async () => {
  const { id } = await decide(first.key);
  await report(id, second.key, "chargeback");
  const file = join(installation.folder, "rows.ndjson");
  await installation.json("export", "--project", project.projectId, "--out", file);
  const rows = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.find((row) => row.decision_id === id)).toMatchObject({
    key_id: first.keyId,
    outcome: "chargeback",
    outcome_key_id: second.keyId,
  });
});
