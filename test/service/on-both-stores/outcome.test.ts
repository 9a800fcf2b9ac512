/** Outcomes that a merchant reports: `POST /v1/decisions/{id}/outcome` and `outcome import`. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import createClient from "openapi-fetch";
import type { paths } from "../../../sdk/typescript/src/openapi.ts";
import { fullRequest } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

const installation = new Installation();
const [mine, theirs] = [await installation.project("Mine"), await installation.project("Theirs")];
const service = await installation.serve();

async function decide(key = mine.secret.key): Promise<string> {
  const answer = await callRisk(service.url, key, fullRequest());
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { decisionId: string }).decisionId;
}

/** Many of them, few at once: a busy machine answers 503 to some of hundreds. */
async function decideAll(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    ids.push(...(await Promise.all(Array.from({ length: 10 }, () => decide()))));
  }
  return ids;
}

async function report(decisionId: string, body: unknown, key = mine.secret.key) {
  const answer = await fetch(`${service.url}/v1/decisions/${decisionId}/outcome`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Service-Key": key },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function stored(decisionId: string) {
  const { outcomes } = await installation.json<{ outcomes: Record<string, unknown>[] }>(
    "decision",
    "show",
    decisionId,
  );
  return outcomes;
}

describe("a report", () => {
  test("is stored and answered", async () => {
    const decisionId = await decide();
    const sent = {
      outcome: "chargeback",
      occurredAt: "2026-01-20T10:00:00+01:00",
      note: " Reason 10.4 ",
      requestId: "cb-1",
    };
    const { status, body } = await report(decisionId, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      decisionId,
      outcome: "chargeback",
      occurredAt: "2026-01-20T09:00:00.000Z",
    });
    expect(Object.keys(body)).toEqual(["decisionId", "outcome", "occurredAt", "reportedAt"]);
    expect(await stored(decisionId)).toEqual([
      { ...body, note: "Reason 10.4", requestId: "cb-1", keyId: mine.secret.keyId },
    ]);
  });

  test("repeated changes nothing; the newest one wins, and all are stored", async () => {
    const decisionId = await decide();
    const first = await report(decisionId, { outcome: "fraud", requestId: "a" });
    expect((await report(decisionId, { outcome: "fraud", requestId: "b" })).body).toEqual(
      first.body,
    );
    await report(decisionId, { outcome: "legitimate", requestId: "c" });
    const last = await report(decisionId, { outcome: "fraud", requestId: "d" });
    expect(last.body.reportedAt).not.toBe(first.body.reportedAt);
    const kept = await stored(decisionId);
    expect(kept.map(({ outcome, requestId }) => [outcome, requestId])).toEqual([
      ["fraud", "a"],
      ["legitimate", "c"],
      ["fraud", "d"],
    ]);
  });

  test("of another project's decision, or of none, is not found", async () => {
    const decisionId = await decide(theirs.secret.key);
    const ok = { outcome: "fraud", requestId: "r" };
    const answers = await Promise.all([
      report(decisionId, ok),
      report(`dec_${"0".repeat(32)}`, ok),
      report("nonsense", ok),
      report("%2e%2e", ok),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: "not_found", requestId: "r" });
    }
    expect(await stored(decisionId)).toEqual([]);
  });

  test.each([
    [{ requestId: "r" }, "/outcome", "is required"],
    [{ outcome: "maybe", requestId: "r" }, "/outcome", "must be chargeback, fraud or legitimate"],
    [{ outcome: 1, requestId: "r" }, "/outcome", "must be a string"],
    [{ outcome: "fraud" }, "/requestId", "is required"],
    [
      { outcome: "fraud", requestId: "r", occurredAt: "2026-02-30T00:00:00Z" },
      "/occurredAt",
      "must be an ISO 8601 time with a time zone, such as 2026-05-20T09:00:00Z",
    ],
    [
      { outcome: "fraud", requestId: "r", occurredAt: "2026-02-20T00:00:00" },
      "/occurredAt",
      "must be an ISO 8601 time with a time zone, such as 2026-05-20T09:00:00Z",
    ],
    [
      { outcome: "fraud", requestId: "r", occurredAt: "2999-01-01T00:00:00Z" },
      "/occurredAt",
      "must not be in the future",
    ],
    [
      { outcome: "fraud", requestId: "r", note: "n".repeat(513) },
      "/note",
      "must have at most 512 characters",
    ],
  ])("%j is refused at %p", async (body, pointer, message) => {
    const answer = await report(await decide(), body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([{ pointer, message }]);
  });

  test("requires a secret key, and accepts POST only", async () => {
    const decisionId = await decide();
    const ok = { outcome: "fraud", requestId: "r" };
    expect((await report(decisionId, ok, mine.publishable.key)).status).toBe(403);
    expect((await report(decisionId, ok, "")).status).toBe(401);
    const path = `${service.url}/v1/decisions/${decisionId}/outcome`;
    const wrong = await fetch(path);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("can be sent with the generated client", async () => {
    const client = createClient<paths>({
      baseUrl: service.url,
      headers: { "X-Service-Key": mine.secret.key },
    });
    const decisionId = await decide();
    const { data } = await client.POST("/v1/decisions/{decisionId}/outcome", {
      params: { path: { decisionId } },
      body: { outcome: "legitimate", requestId: "r" },
    });
    expect(data?.outcome).toBe("legitimate");
  });
});

describe("outcome import", () => {
  const file = join(installation.folder, "outcomes.ndjson");
  interface Tally {
    imported: number;
    rejected: number;
    rejectedFile: string | null;
    errors: { line: number; error: string }[];
  }
  /** It ends with 1 where lines were rejected, though the others are imported. */
  const run = async (expected = 0) => {
    const all = ["outcome", "import", file, "--project", mine.projectId, "--json"];
    const { status, out, error } = await installation.run(...all);
    expect({ status, error }).toEqual({
      status: expected,
      error: expected === 0 ? "" : expect.stringContaining("lines rejected; fix them"),
    });
    return JSON.parse(out) as Tally;
  };

  test("imports valid lines, sets invalid ones aside with their numbers, and can be repeated", async () => {
    const ids = await decideAll(600);
    const lines = ids.map((decisionId, i) =>
      JSON.stringify({ decisionId, outcome: i % 50 === 0 ? "fraud" : "legitimate" }),
    );
    lines.splice(1, 0, "not json", "", JSON.stringify({ decisionId: ids[0], outcome: "maybe" }));
    lines.push(JSON.stringify({ decisionId: `dec_${"f".repeat(32)}`, outcome: "fraud" }));
    writeFileSync(file, lines.join("\r\n"));
    const tally = await run(1);
    expect(tally).toMatchObject({ imported: 600, rejected: 3, rejectedFile: `${file}.rejected` });
    expect(tally.errors).toEqual([
      { line: 2, error: "is not a JSON object" },
      { line: 4, error: "/outcome must be chargeback, fraud or legitimate" },
      { line: 604, error: "the project has no such decision" },
    ]);
    const aside = readFileSync(`${file}.rejected`, "utf8").trim().split("\n");
    expect(aside.map((line) => (JSON.parse(line) as { line: number }).line)).toEqual([2, 4, 604]);
    expect((await stored(ids[50]!)).map(({ outcome }) => outcome)).toEqual(["fraud"]);
    await run(1);
    expect(await stored(ids[50]!)).toHaveLength(1);
  });

  test("two lines about one decision count in the order of the file", async () => {
    const decisionId = await decide();
    const outcomes = ["fraud", "legitimate", "chargeback"];
    const lines = outcomes.map((outcome) => JSON.stringify({ decisionId, outcome }));
    writeFileSync(file, `${lines.join("\n")}\n`);
    expect(await run()).toMatchObject({ imported: 3, rejected: 0, rejectedFile: null });
    expect((await stored(decisionId)).map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test("an outcome that recurs in a later file, on the same line, is a report of its own", async () => {
    const decisionId = await decide();
    const outcomes = ["chargeback", "legitimate", "chargeback"];
    const lines = outcomes.map((outcome, i) => {
      const occurredAt = new Date(Date.now() - 1000 + i).toISOString();
      return JSON.stringify({ decisionId, outcome, occurredAt });
    });
    for (const line of lines) {
      writeFileSync(file, line);
      for (const _ of ["once", "again"]) await run();
    }
    expect((await stored(decisionId)).map(({ outcome }) => outcome)).toEqual(outcomes);
    writeFileSync(file, `\n${lines[0]}`);
    await run();
    expect((await stored(decisionId)).map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  test("says what is wrong with the file or the project", async () => {
    const of = (project: string, name: string) =>
      installation.run("outcome", "import", name, "--project", project);
    expect((await of(mine.projectId, "nowhere.ndjson")).error).toMatch(/cannot be read \(ENOENT\)/);
    expect((await of("prj_none", file)).error).toMatch(/no project prj_none/);
    expect(existsSync(join(installation.folder, "nowhere.ndjson.rejected"))).toBe(false);
  });
});
