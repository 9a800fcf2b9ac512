/** `/v1/lists/{kind}/entries`: lists as a merchant's server uses them, with its secret key. */
import { describe, expect, test } from "bun:test";
import type { Pass } from "../../../src/decisions/lists/passes.ts";
import { booking } from "../../fixtures/booking.ts";
import { callRisk, Installation } from "../../fixtures/executable.ts";

type Json = Record<string, unknown>;

const installation = new Installation();
const { projectId, secret, publishable } = await installation.project("Mine");
const theirs = await installation.project("Theirs");
const service = await installation.serve("--log-level", "debug", "--access-log");

interface Sent {
  key?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

async function call(method: string, path: string, { key = secret.key, body, headers }: Sent = {}) {
  const answer = await fetch(`${service.url}/v1/lists/${path}`, {
    method,
    headers: {
      ...(key !== null && { "X-Service-Key": key }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Json, headers: answer.headers };
}

const add = (kind: string, body: unknown, sent: Sent = {}) =>
  call("POST", `${kind}/entries`, { body, ...sent });
const page = (kind: string, query = "", sent: Sent = {}) =>
  call("GET", `${kind}/entries${query}`, sent);
const archive = (kind: string, entryId: unknown, sent: Sent = {}) =>
  call("POST", `${kind}/entries/${entryId}/archive`, sent);

async function added(kind: string, body: object): Promise<Json> {
  const answer = await add(kind, { reason: "a test", ...body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

let bookings = 0;
async function book(email: string, { key } = secret): Promise<Json> {
  const request = booking({ booker: { email }, requestId: `listed-${bookings++}` });
  const answer = await callRisk(service.url, key, request);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Json;
}

async function explained({ decisionId }: Json): Promise<Json> {
  const answer = await fetch(`${service.url}/v1/decisions/${decisionId}`, {
    headers: { "X-Service-Key": secret.key },
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Json;
}

const byModel = { kind: "model", entryId: null, listsVersion: null };

describe("an entry", () => {
  test("holds from the next booking on, until it is archived", async () => {
    const email = "grace@hotel-avenida.example";
    const before = await book(email);
    expect(before.suggestedAction).toBe("allow");
    const marked = await added("watch", { type: "email", value: email });
    const { status, body, headers } = await add("deny", {
      type: "email",
      value: "Grace@Hotel-Avenida.example ",
      reason: " Two chargebacks ",
      decisionId: before.decisionId,
      expiresAt: null,
    });
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(body).toEqual({
      entryId: expect.stringMatching(/^lst_[0-9A-Za-z]{16}$/),
      kind: "deny",
      type: "email",
      value: email,
      reason: "Two chargebacks",
      decisionId: before.decisionId,
      listsVersion: 2,
      createdBy: secret.keyId,
      createdAt: expect.stringMatching(/^20\d\d-.*Z$/),
      expiresAt: null,
      archivedBy: null,
      archivedAt: null,
      review: false,
    });

    const denied = await book("GRACE@hotel-avenida.example");
    expect(denied).toMatchObject({ suggestedAction: "deny", riskLevel: "low" });
    expect(Object.keys(denied)).toEqual(Object.keys(before));
    const { entryId } = body;
    expect(await explained(denied)).toMatchObject({
      decidedBy: { kind: "deny", entryId, listsVersion: 2 },
      listMatches: [
        { kind: "deny", entryId, listsVersion: 2 },
        { kind: "watch", entryId: marked.entryId, listsVersion: 1 },
      ],
    });
    expect(await explained(before)).toMatchObject({ decidedBy: byModel, listMatches: [] });
    expect(await book(email, theirs.secret)).toMatchObject({ suggestedAction: "allow" });

    const archived = await archive("deny", entryId);
    expect(archived).toMatchObject({
      status: 200,
      body: { ...body, archivedBy: secret.keyId, archivedAt: expect.stringMatching(/Z$/) },
    });
    const after = await book(email);
    expect(after.suggestedAction).toBe("allow");
    expect(await explained(after)).toMatchObject({
      decidedBy: byModel,
      listMatches: [{ kind: "watch" }],
    });
  });

  test("is added once, however often and however many at once ask for it", async () => {
    const body = { type: "phone", value: "+351 912 000 009", reason: "first" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => add("deny", { ...body, reason: `reason ${n}` })),
    );
    const entries = answers.map((answer) => answer.body);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(1);
    const again = await add("deny", { ...body, expiresAt: "2999-01-01T00:00:00Z" });
    expect(again.body).toEqual(entries[0]!);
    const { entryId } = again.body;
    const first = await archive("deny", entryId);
    expect((await archive("deny", entryId)).body).toEqual(first.body);
    const other = await added("deny", body);
    expect(other.entryId).not.toBe(entryId);
  });

  test("is archived by a request without a body, or with any", async () => {
    const bodies = [undefined, {}, "no JSON", " ".repeat(1_000_000)];
    for (const [n, body] of bodies.entries()) {
      const { entryId } = await added("watch", { type: "booker", value: `body-${n}` });
      expect(await archive("watch", entryId, { body })).toMatchObject({
        status: 200,
        body: { entryId, archivedBy: secret.keyId },
      });
    }
  });
});

describe("a list", () => {
  test("is read in pages, newest first, each entry once, archived ones apart", async () => {
    const ids: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      const made = await added("allow", {
        type: "device",
        value: `dev_0000000${n}`,
        expiresAt: "2999-01-01T00:00:00Z",
      });
      ids.unshift(made.entryId);
    }
    const pages: Json[] = [];
    for (let query = "?limit=2"; query !== ""; ) {
      const { status, body } = await page("allow", query);
      expect(status).toBe(200);
      pages.push(body);
      query = body.next === null ? "" : `?limit=2&cursor=${body.next}`;
    }
    const read = pages.map(({ entries }) => (entries as Json[]).map(({ entryId }) => entryId));
    expect(read).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    const whole = (await page("allow")).body;
    expect([(whole.entries as Json[]).length, whole.next]).toEqual([5, null]);

    const { body: gone } = await archive("allow", ids[1]);
    expect((await page("allow", "?archived=true")).body).toEqual({ entries: [gone], next: null });
    const left = (await page("allow", "?archived=false")).body.entries as Json[];
    expect(left.map(({ entryId }) => entryId)).toEqual(ids.filter((_, n) => n !== 1));
  });

  test.each([
    ["?limit=0", "/limit", "must be a whole number from 1 to 200"],
    ["?limit=201", "/limit", "must be a whole number from 1 to 200"],
    ["?limit=", "/limit", "must be a whole number from 1 to 200"],
    ["?limit=1e2", "/limit", "must be a whole number from 1 to 200"],
    ["?archived=yes", "/archived", "must be true or false"],
    ["?cursor=", "/cursor", "must be the cursor of an earlier answer"],
    ["?cursor=1_lst_x%00", "/cursor", "must be the cursor of an earlier answer"],
  ])("is not read with %s", async (query, pointer, message) => {
    expect(await page("deny", query)).toMatchObject({
      status: 422,
      body: { code: "validation_failed", errors: [{ pointer, message }] },
    });
  });

  test("has no other name than its own", async () => {
    const detail = "There is no such list. The lists are deny, allow, watch.";
    const good = { type: "email", value: "ada@example.com", reason: "a test" };
    for (const kind of ["pass", "Deny", "%64eny", "constructor", "..%2fdeny", "%00"]) {
      for (const answer of [
        await page(kind),
        await add(kind, good),
        await archive(kind, "lst_4fGh2KqLm8Np0RsT"),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: { code: "not_found", detail } });
      }
    }
  });
});

describe("what is refused", () => {
  const good = { type: "email", value: "ada@example.com", reason: "a test" };
  const address = "must be an address or a network, such as 203.0.113.7 or 2001:db8::/32";
  const domain = "must be one domain, such as example.com";
  const oneLine = "must be one line of 1 to 500 characters: who reads the entry later asks why";
  const decision = "must be the ID of a decision: dec_ and 32 digits from 0-9 and a-f";

  const value = (message: unknown) => [["/value", message]] as const;

  test.each<
    [name: string, body: object, faults: readonly (readonly [string, unknown])[], kind?: string]
  >([
    ["a type", { type: "name" }, [["/type", expect.stringMatching(/^must be one of email, /)]]],
    ["an address", { value: "hidden" }, value("must be one e-mail address")],
    ["a long address", { value: `${"hidden".repeat(9000)}@x.org` }, value(expect.any(String))],
    ["an object", { value: { hidden: 1 } }, value("must be one e-mail address")],
    ["a domain with a NUL", { type: "domain", value: "hidden\0.org" }, value(domain)],
    ["half a character", { type: "domain", value: "hidden\ud800.org" }, value(domain)],
    ["a public domain", { type: "domain", value: "gmail.com" }, value(expect.any(String))],
    ["a long network", { type: "ip", value: "1:".repeat(20_000) }, value(address)],
    ["a reference with a NUL", { type: "booker", value: "hidden\0" }, value(expect.any(String))],
    ["a reason with a NUL", { reason: "hidden\0" }, [["/reason", oneLine]]],
    ["a long reason", { reason: "x".repeat(501) }, [["/reason", oneLine]]],
    ["a time", { expiresAt: "hidden" }, [["/expiresAt", expect.any(String)]]],
    ["an empty time", { expiresAt: "" }, [["/expiresAt", expect.any(String)]]],
    ["a past time", { expiresAt: "2020-01-01" }, [["/expiresAt", "must be in the future"]]],
    ["a decision with a NUL", { decisionId: "dec_hidden\0" }, [["/decisionId", decision]]],
    ["a number for a decision", { decisionId: 7 }, [["/decisionId", decision]]],
    ["no expiry", {}, [["/expiresAt", "is required in the list allow"]], "allow"],
    [
      "an address to allow",
      { type: "ip", value: "203.0.113.7", expiresAt: "2999-01-01T00:00:00Z" },
      [["/type", expect.stringContaining("many people share one")]],
      "allow",
    ],
    [
      "nothing but a prototype",
      JSON.parse('{"__proto__": {"type": "email"}, "type": null, "reason": null}'),
      [
        ["/type", expect.any(String)],
        ["/reason", oneLine],
      ],
    ],
  ])("%s", async (_, changes, faults, kind = "deny") => {
    const answer = await add(kind, { ...good, ...changes });
    expect(answer).toMatchObject({ status: 422, body: { code: "validation_failed" } });
    expect(answer.body.errors).toEqual(faults.map(([pointer, message]) => ({ pointer, message })));
    expect(JSON.stringify(answer.body)).not.toContain("hidden");
  });

  test("a decision of another project, or of none", async () => {
    const { decisionId } = await book("theirs@hotel-avenida.example", theirs.secret);
    for (const id of [decisionId, `dec_${"0".repeat(32)}`]) {
      expect(await add("deny", { ...good, decisionId: id })).toMatchObject({
        status: 404,
        body: { code: "not_found" },
      });
    }
    expect((await page("deny")).body.entries).not.toContainEqual(
      expect.objectContaining({ value: good.value }),
    );
  });

  test("an entry of another list, of another project, a pass, and none", async () => {
    const { entryId } = await added("watch", { type: "email", value: "ida@example.com" });
    const deniedBy = await added("deny", { type: "email", value: "eva@example.com" });
    const denied = await book("eva@example.com");
    const { passId } = await installation.json<Pass>(
      "decision",
      "pass",
      denied.decisionId as string,
      "--reason",
      "known to the front desk",
    );
    for (const [kind, id, sent] of [
      ["deny", entryId, {}],
      ["watch", entryId, { key: theirs.secret.key }],
      ["deny", passId, {}],
      ["deny", "lst_0000000000000000", {}],
      ["deny", "%00", {}],
      ["deny", "x".repeat(2000), {}],
    ] as const) {
      expect(await archive(kind, id, sent)).toMatchObject({
        status: 404,
        body: { code: "not_found", detail: "This project has no such entry in that list." },
      });
    }
    expect((await page("watch", "", { key: theirs.secret.key })).body.entries).toEqual([]);
    // The pass still lets its guest through, once.
    expect(await explained(await book("eva@example.com"))).toMatchObject({
      suggestedAction: "allow",
      decidedBy: { kind: "pass", entryId: passId },
    });
    expect(await explained(await book("eva@example.com"))).toMatchObject({
      suggestedAction: "deny",
      decidedBy: { kind: "deny", entryId: deniedBy.entryId },
    });
  });

  test("a request without the project's secret key", async () => {
    const { entryId } = await added("watch", { type: "email", value: "key@example.com" });
    for (const [key, status, code] of [
      [null, 401, "missing_key"],
      [publishable.key, 403, "key_mode_mismatch"],
      [`sk_${"x".repeat(38)}`, 401, "invalid_key"],
    ] as const) {
      for (const answer of [
        await page("watch", "", { key }),
        await add("watch", good, { key }),
        await archive("watch", entryId, { key }),
      ]) {
        expect(answer).toMatchObject({ status, body: { code } });
      }
    }
    expect((await page("watch")).body.entries).toContainEqual(
      expect.objectContaining({ entryId, archivedAt: null }),
    );
  });

  test("another body than an object of JSON, and another method", async () => {
    for (const [body, headers, status] of [
      ["[]", {}, 400],
      ["{", {}, 400],
      ["", {}, 400],
      [good, { "Content-Type": "text/plain" }, 415],
      [JSON.stringify(good).padEnd(64 * 1024 + 1), {}, 413],
    ] as const) {
      expect(await add("deny", body, { headers })).toMatchObject({ status });
    }
    expect(await call("DELETE", "deny/entries")).toMatchObject({ status: 405 });
    const { status, headers } = await call("GET", "deny/entries/lst_0000000000000000/archive");
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });
});

test("the audit log has each act once, with its key and no value; the log has none either", async () => {
  const email = "audited@hotel-avenida.example";
  const { entryId } = await added("deny", { type: "email", value: email });
  await add("deny", { type: "email", value: email, reason: "again" });
  await archive("deny", entryId);
  await archive("deny", entryId);
  const acts = await installation.json<Json[]>("audit", "--project", projectId);
  expect(acts.filter(({ subject }) => subject === entryId)).toMatchObject([
    { action: "list.archive", actor: secret.keyId, detail: { kind: "deny", type: "email" } },
    {
      action: "list.add",
      actor: secret.keyId,
      detail: { kind: "deny", type: "email", expiresAt: null, decisionId: null },
    },
  ]);
  const logged = service.log.join("\n");
  expect(logged).toContain('"/v1/lists/:kind/entries"');
  expect(`${JSON.stringify(acts)}${logged}`).not.toMatch(/@|912 ?000|hidden/);
});
