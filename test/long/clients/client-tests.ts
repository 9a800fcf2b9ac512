/**
 * What every client has to do, against the real executable: each language's test packs the client as a release
 * does, installs it by the commands of the documents, and runs these tests and the quick start with it.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import {
  codeSamples,
  type SampledOperation,
  type SampleLanguage,
  sampleUrl,
} from "../../../src/http/openapi/code-samples.ts";
import { bodyOf } from "../../../src/projects/webhooks/attempt.ts";
import { newSecret, signedHeaders } from "../../../src/projects/webhooks/signature.ts";
import {
  booking,
  declaredAttributes,
  extendedRequest,
  fullRequest,
} from "../../fixtures/booking.ts";
import { Installation } from "../../fixtures/executable.ts";
import { blocksOf } from "../../fixtures/markdown.ts";
import { describeWith, type Program } from "../../fixtures/needs.ts";
import { type Call, ClientProgram } from "./client-program.ts";
import { type FaultyProxy, faultyProxy } from "./faulty-proxy.ts";

export interface ClientUnderTest {
  /** As in the documents. */
  name: string;
  /** The folder in `sdk`. */
  folder: SampleLanguage;
  /** The language of its code blocks. */
  language: string;
  needs: readonly Program[];
  /** Packs the client into an empty folder, installs it from there, and builds the programs. */
  build(folder: string, documented: Documented): Promise<Built>;
}

/** What the documents say of a language. */
export interface Documented {
  /** The commands that install the client. */
  install: string;
  /** With the address of the service. */
  quickStart: string;
  /** The programs of the API reference by their operation, with the address of the service. */
  samples: ReadonlyMap<SampledOperation, string>;
}

export interface Built {
  /** Runs the program of `client-program.ts`. */
  calls: readonly string[];
  quickStart: readonly string[];
  sample(operation: SampledOperation): readonly string[];
  environment?: Record<string, string>;
}

/** Longer than a call with two retries takes on a busy machine. */
const patient = 30_000;
const keyVariable = "BOOKING_RISK_SECRET_KEY";
const unknownDecision = `dec_${"0".repeat(32)}`;

/** The commands before the quick start of a language. */
function installationOf(language: string): string {
  const blocks = blocksOf("docs/clients.md");
  const quickStart = blocks.findIndex((one) => one.language === language);
  const commands = blocks.slice(0, quickStart).findLast((one) => one.language === "sh");
  if (!commands) throw new Error(`docs/clients.md does not say how ${language} is installed`);
  return commands.text;
}

/** The samples of a language for a service that has their decision and their entry. */
async function samplesFor(
  language: SampleLanguage,
  { url, key }: { url: string; key: string },
): Promise<Map<SampledOperation, string>> {
  const post = async (path: string, body: object) => {
    const headers = { "X-Service-Key": key, "Content-Type": "application/json" };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as { decisionId: string; entryId: string };
  };
  const { decisionId } = await post("/v1/risk", booking());
  const entry = { type: "email", value: "other@example.com", reason: "For the samples" };
  const { entryId } = await post("/v1/lists/deny/entries", entry);
  const { checkIn, checkOut } = booking().booking;
  const samples = codeSamples({ decisionId, entryId, checkIn, checkOut })[language];
  return new Map(
    (Object.keys(samples) as SampledOperation[]).map((operation) => [
      operation,
      samples[operation].replace(sampleUrl, url),
    ]),
  );
}

/** Runs the documents' commands as they are. */
export async function runCommands(
  text: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  await outputOf(["sh", "-eu", "-c", text], { folder, environment });
}

/** The quick start of a language in a document. */
function quickStartIn(path: string, language: string): string {
  const block = blocksOf(path).find((one) => one.language === language);
  if (!block) throw new Error(`${path} has no quick start in ${language}`);
  return block.text;
}

export function testClient(client: ClientUnderTest): void {
  const { name, language, needs } = client;
  test(`${name}: the quick start in the documents is that of the package`, () => {
    expect(quickStartIn("docs/clients.md", language)).toBe(
      quickStartIn(`sdk/${client.folder}/README.md`, language),
    );
  });
  describeWith(...needs)(`${name} client`, () => {
    const installation = new Installation();
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-client-"));
    let projectId: string;
    let secretKey: string;
    let keyId: string;
    let url: string;
    let proxy: FaultyProxy;
    let built: Built;
    let program: ClientProgram;

    beforeAll(async () => {
      const made = await installation.project();
      projectId = made.projectId;
      ({ key: secretKey, keyId } = made.secret);
      for (const flags of declaredAttributes) {
        const set = ["project", "attribute", "set", ...flags, "--project", projectId];
        await installation.json(...set);
      }
      url = (await installation.serve("--rate-limit", "100000")).url;
      proxy = await faultyProxy(url);
      const quickStart = quickStartIn("docs/clients.md", language);
      built = await client.build(folder, {
        install: installationOf(language),
        quickStart: quickStart.replace("https://risk.example.com", url),
        samples: await samplesFor(client.folder, { url, key: secretKey }),
      });
      program = new ClientProgram(built.calls, folder, built.environment);
    });

    afterAll(async () => {
      await program?.close();
      proxy?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const defaults = (): Call => ({
      baseUrl: proxy.url,
      secretKey,
      operation: "score",
      request: booking(),
    });
    /** Calls through the proxy, with more time than a busy machine takes. */
    const call = (changes: Partial<Call>) =>
      program.call({ ...defaults(), timeoutMs: patient, ...changes });

    test("scores a booking with every field, explains it and reports its outcome", async () => {
      proxy.fail();
      const { result: decision } = await call({ request: extendedRequest() });
      expect(decision).toEqual({
        decisionId: expect.stringMatching(/^dec_[0-9a-f]{32}$/),
        riskScore: expect.any(Number),
        riskLevel: expect.stringMatching(/^(low|medium|high)$/),
        suggestedAction: expect.stringMatching(/^(allow|deny)$/),
        riskSetting: "balanced",
        decidedAt: expect.stringMatching(/^20\d\d-/),
      });
      const decisionId = decision!.decisionId as string;
      const stored = await installation.json<{ request: unknown }>("decision", "show", decisionId);
      expect(stored.request).toEqual(extendedRequest());

      const report = {
        outcome: "chargeback",
        occurredAt: "2026-05-20T09:00:00Z",
        note: "Reason code 10.4",
        requestId: "chargeback-1",
      };
      const reported = await call({ operation: "reportOutcome", decisionId, report });
      expect(reported.result).toMatchObject({ decisionId, outcome: "chargeback" });
      expect(Date.parse(reported.result!.occurredAt as string)).toBe(Date.UTC(2026, 4, 20, 9));

      const { result: explained } = await call({ operation: "getDecision", decisionId });
      expect(explained).toMatchObject({
        decisionId,
        riskScore: decision!.riskScore,
        requestId: fullRequest().requestId,
        model: { name: expect.any(String), version: expect.any(String) },
        outcome: { outcome: "chargeback" },
        reasons: { status: expect.stringMatching(/^(available|pending)$/) },
      });
      expect(proxy.received.map(({ path }) => path)).toEqual([
        "/v1/risk",
        `/v1/decisions/${decisionId}/outcome`,
        `/v1/decisions/${decisionId}`,
      ]);
    });

    test("adds entries to a list, reads it in pages, and archives an entry", async () => {
      const kind = "watch";
      const made: Record<string, unknown>[] = [];
      for (const value of ["Mallory@hotel.example", "eve@hotel.example"]) {
        const expiresAt = "2999-01-01T00:00:00.123456Z";
        const entry = { type: "email", value, reason: "Two chargebacks", expiresAt };
        // The entry was added before its answer was lost: the second attempt gets that entry.
        proxy.fail("lost");
        const { result } = await call({ operation: "addListEntry", kind, entry });
        expect(proxy.received).toHaveLength(2);
        const { entryId, expiresAt: until, ...others } = result!;
        expect(entryId).toMatch(/^lst_/);
        expect(Date.parse(until as string)).toBe(Date.UTC(2999, 0, 1) + 123);
        const { type, reason } = entry;
        expect(others).toMatchObject({
          kind,
          type,
          value: value.toLowerCase(),
          reason,
          createdBy: keyId,
        });
        made.unshift(result!);
      }
      const read = async (page: Call["page"]) => {
        const { result } = await call({ operation: "listEntries", kind, page: page ?? {} });
        return result as { entries: typeof made; next?: string };
      };
      const first = await read({ limit: 1 });
      expect(first).toEqual({ entries: made.slice(0, 1), next: expect.any(String) });
      const second = await read({ limit: 1, cursor: first.next! });
      expect([second.entries, second.next ?? null]).toEqual([made.slice(1), null]);

      const { entryId } = made[1]!;
      const archived = await call({
        operation: "archiveListEntry",
        kind,
        entryId: entryId as string,
      });
      expect(archived.result).toMatchObject({ entryId, archivedBy: keyId });
      expect((await read({ archived: true })).entries).toEqual([archived.result!]);
      expect((await read({})).entries).toEqual(made.slice(0, 1));

      const { error } = await call({
        operation: "archiveListEntry",
        kind: "deny",
        entryId: "../lst_?#",
      });
      expect(error).toMatchObject({ class: "NotFoundError", status: 404, code: "not_found" });
      expect(proxy.received.at(-1)?.path).toBe("/v1/lists/deny/entries/..%2Flst_%3F%23/archive");
    });

    test("verifies what a webhook receives, and nothing else", async () => {
      const [secret, replaced] = [newSecret(), newSecret()];
      const at = Date.now();
      const data = { decisionId: "dec_ü☃\u{1f600}", riskScore: 91 };
      const event = { type: "decision.denied", at, sequence: 7, data: JSON.stringify(data) };
      const body = bodyOf(event);
      const headersAt = (time: number) =>
        signedHeaders({ id: "evt_1", body, at: time }, [replaced, secret]);
      const headers = headersAt(at);
      const verified = (changes: Partial<NonNullable<Call["webhook"]>>) =>
        call({ webhook: { body, headers, secret, ...changes } });
      for (const valid of [secret, replaced]) {
        const { timestamp, ...others } = (await verified({ secret: valid })).result!;
        expect(others).toEqual({ id: "evt_1", type: event.type, sequence: 7, data });
        expect(Date.parse(timestamp as string)).toBe(at);
      }
      const { "webhook-signature": signature, ...unsigned } = headers as Record<string, string>;
      const signedBy = (value: string) => ({ ...unsigned, "webhook-signature": value });
      const forged: Parameters<typeof verified>[0][] = [
        { secret: newSecret() },
        { body: body.replace("91", "19") },
        { headers: { ...headers, "webhook-id": "evt_2" } },
        { headers: headersAt(at - 600_000) },
        { headers: headersAt(at + 600_000) },
        { headers: { ...headers, "webhook-timestamp": "now" } },
        { headers: unsigned },
        { headers: signedBy("") },
        { headers: signedBy("v1, v1,é v2") },
        { headers: signedBy(signature!.replaceAll("v1,", "v1a,")) },
        { headers: signedBy(signature!.replaceAll("v1,", "")) },
      ];
      for (const changes of forged) {
        const { error } = await verified(changes);
        expect(error).toMatchObject({ class: "WebhookSignatureError", status: null });
      }
      for (const wrong of ["", "whsec_", secret.slice("whsec_".length), `${secret}*`]) {
        const { error, printed } = await verified({ secret: wrong });
        expect(error?.class).not.toBe("WebhookSignatureError");
        expect(error?.status).toBeNull();
        if (wrong) expect(printed).not.toContain(secret.slice("whsec_".length));
      }
    });

    test("sends a new idempotency key with each call, and repeats one that it is given", async () => {
      proxy.fail();
      const decisions: unknown[] = [];
      for (const key of [undefined, undefined, "order-1", "order-1"]) {
        const { result } = await call({ ...(key && { idempotencyKey: key }) });
        decisions.push(result!.decisionId);
      }
      const keys = proxy.received.map(({ idempotencyKey }) => idempotencyKey);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(keys[1]).not.toBe(keys[0]);
      expect(keys.slice(2)).toEqual(["order-1", "order-1"]);
      expect(new Set(decisions.slice(0, 3)).size).toBe(3);
      expect(decisions[3]).toBe(decisions[2]);
    });

    test("repeats a call after a cut connection, with the same key, and counts once", async () => {
      // The second attempt was decided before its answer was lost: the third gets that decision.
      proxy.fail("cut", "lost");
      const before = await decisionsStored();
      const { result } = await call({});
      expect(proxy.received).toHaveLength(3);
      expect(new Set(proxy.received.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
      expect(await decisionsStored()).toEqual([...before, result!.decisionId].toSorted());
    });

    test("repeats a call after a 503, when Retry-After says so", async () => {
      proxy.fail("unavailable");
      const started = performance.now();
      const { result } = await call({});
      expect(performance.now() - started).toBeGreaterThanOrEqual(1000);
      expect(result!.decisionId).toMatch(/^dec_/);
      expect(proxy.received).toHaveLength(2);
      expect(proxy.received[1]).toEqual(proxy.received[0]!);
    });

    test("does not wait for a Retry-After that is later than its own time-out", async () => {
      proxy.fail("unavailable-long");
      const { error } = await call({ timeoutMs: patient });
      expect(error).toMatchObject({
        class: "UnavailableError",
        status: 503,
        code: "unavailable",
        requestId: "checkout-1",
        retryAfterSeconds: 60,
      });
      expect(proxy.received).toHaveLength(1);
    });

    test("gives up after two retries, with the last error", async () => {
      proxy.fail("cut", "cut", "cut");
      expect((await call({})).error).toMatchObject({ class: "ConnectionError", status: null });
      expect(proxy.received).toHaveLength(3);
      proxy.fail("bad-gateway", "bad-gateway", "bad-gateway");
      const { error } = await call({});
      expect(error).toMatchObject({ class: "ApiError", status: 502, code: "unexpected_response" });
      expect(proxy.received).toHaveLength(3);
      proxy.fail("cut");
      expect((await call({ maxRetries: 0 })).error).toMatchObject({ class: "ConnectionError" });
      expect(proxy.received).toHaveLength(1);
      expect((await call({ baseUrl: "http://127.0.0.1:1" })).error).toMatchObject({
        class: "ConnectionError",
      });
    });

    for (const fault of [
      "silent",
      "half",
      "dripping in chunks",
      "dripping with a length",
    ] as const) {
      test(`ends in time when an answer is ${fault}`, async () => {
        proxy.fail(fault);
        const { error } = await call({ timeoutMs: 1000 });
        expect(error).toMatchObject({ class: "TimeoutError", status: null });
        expect(proxy.received).toHaveLength(1);
      });
    }

    test("takes no answer that is not one of the service, even with status 200", async () => {
      const calls: Partial<Call>[] = [
        { operation: "score" },
        { operation: "getDecision", decisionId: "dec_1" },
        {
          operation: "reportOutcome",
          decisionId: "dec_1",
          report: { outcome: "legitimate", requestId: "stay-1" },
        },
        {
          operation: "addListEntry",
          kind: "deny",
          entry: { type: "email", value: "eve@hotel.example", reason: "Two chargebacks" },
        },
        { operation: "listEntries", kind: "deny", page: {} },
        { operation: "archiveListEntry", kind: "deny", entryId: "lst_1" },
      ];
      const without = '{"decisionId":"","entryId":"","entries":null}';
      const answers = ["{}", "null", '{"status":"ok"}', "[]", '"ok"', "", "<h1>Ok</h1>", without];
      for (const one of calls) {
        for (const answer of answers) {
          proxy.fail({ answer });
          const { error } = await call(one);
          const expected = { class: "ApiError", status: 200, code: "unexpected_response" };
          expect({ ...one, answer, error }).toMatchObject({ ...one, answer, error: expected });
          expect(proxy.received).toHaveLength(1);
        }
      }
    });

    test("scores a booking with a name that was cut within a character", async () => {
      proxy.fail();
      const request = booking({ booker: { firstName: "Ana\u{1f600}" } });
      const { result } = await call({ request, cutName: 4 });
      const decisionId = result!.decisionId as string;
      const stored = await installation.json<{ request: { booker: { firstName: string } } }>(
        "decision",
        "show",
        decisionId,
      );
      // One replacement, or several, of what cannot be sent.
      expect(stored.request.booker.firstName).toMatch(/^Ana(\?|\ufffd+)$/);
    });

    test("has a time-out of 2 seconds to score", async () => {
      proxy.fail("silent");
      const started = performance.now();
      const { error } = await program.call(defaults());
      expect(error).toMatchObject({ class: "TimeoutError" });
      expect(performance.now() - started).toBeGreaterThanOrEqual(1900);
    });

    test("does not follow a redirect with the key", async () => {
      proxy.fail("elsewhere");
      const { error } = await call({});
      expect(error).toMatchObject({ class: "ApiError", status: 307, code: "unexpected_response" });
      expect(proxy.elsewhere).toEqual([]);
    });

    test("throws an error of its own class for each kind of problem, without a retry", async () => {
      proxy.fail();
      const wrong = `sk_${"x".repeat(38)}`;
      expect((await call({ secretKey: wrong })).error).toMatchObject({
        class: "AuthenticationError",
        status: 401,
        code: "invalid_key",
        requestId: "checkout-1",
      });
      const missing = { operation: "getDecision", decisionId: unknownDecision } as const;
      expect((await call(missing)).error).toMatchObject({
        class: "NotFoundError",
        status: 404,
        code: "not_found",
        requestId: null,
      });
      await call({ idempotencyKey: "conflict" });
      const other = { idempotencyKey: "conflict", request: booking({ requestId: "checkout-2" }) };
      expect((await call(other)).error).toMatchObject({
        class: "IdempotencyConflictError",
        status: 409,
        code: "idempotency_conflict",
        requestId: "checkout-2",
      });
      expect(proxy.received).toHaveLength(4);
    });

    test("throws a validation error with every field, and without what was sent", async () => {
      const request = booking({ booker: { phone: "912 345 678" }, hotel: { country: "XX" } });
      const { error, printed } = await call({ request });
      expect(error).toEqual({
        class: "ValidationError",
        status: 422,
        code: "validation_failed",
        detail: expect.stringContaining("2 fields"),
        requestId: "checkout-1",
        retryAfterSeconds: null,
        errors: [
          { pointer: "/booker/phone", message: expect.stringContaining("E.164") },
          { pointer: "/hotel/country", message: expect.stringContaining("ISO 3166-1") },
        ],
      });
      expect(printed).toContain("/booker/phone");
      expect(printed).not.toContain("912 345");
    });

    test("prints neither itself nor an error with the key", async () => {
      proxy.fail("cut", "cut", "cut");
      for (const changes of [
        {},
        { secretKey: `${secretKey}x` },
        { secretKey: `${secretKey}\nX-Other: 1` },
      ]) {
        const { printed } = await call(changes);
        expect(printed).not.toBe("");
        expect(printed).not.toContain(secretKey.slice(3));
      }
    });

    test("refuses a key that is no secret key, and an idempotency key that is none", async () => {
      proxy.fail();
      for (const changes of [
        { secretKey: "pk_12345678" },
        { idempotencyKey: "a\r\nX-Other: 1" },
        { idempotencyKey: "" },
        { idempotencyKey: "x".repeat(256) },
        { baseUrl: "ftp://risk.example.com" },
      ]) {
        expect((await call(changes)).error?.status).toBeNull();
      }
      expect(proxy.received).toHaveLength(0);
    });

    test("runs the quick start of the documents", async () => {
      const run = (key: string) =>
        outputOf(built.quickStart, {
          folder,
          environment: { ...built.environment, [keyVariable]: key },
        });
      // It takes its own rule after 2 seconds, which a process that has just started may need when the
      // machine is busy. The calls above were of the same guest, so this project is another.
      const { secret } = await installation.project("Quick start");
      let out = await run(secret.key);
      for (let again = 0; again < 4 && out.includes("review"); again++) out = await run(secret.key);
      expect(out.trim()).toMatch(/^book dec_[0-9a-f]{32}$/);
      const refused = await run(`sk_${"x".repeat(38)}`);
      expect(refused.trim()).toBe("book, and review it manually");
    });

    test("runs the samples of the API reference", async () => {
      const environment = { ...built.environment, [keyVariable]: secretKey };
      const printed = async (operation: SampledOperation) =>
        (await outputOf(built.sample(operation), { folder, environment })).trim();
      expect(await printed("getDecision")).not.toBe("");
      expect(await printed("reportOutcome")).toMatch(/20\d\d/);
      const entryId = await printed("addListEntry");
      expect(entryId).toMatch(/^lst_\w+$/);
      // The one that it added, and the one that the sample of `archiveListEntry` archives.
      expect(await printed("listEntries")).toMatch(
        /email mallory@example.com Two chargebacks\nemail other@example.com For the samples\n/i,
      );
      expect(await printed("archiveListEntry")).toMatch(/20\d\d/);
      expect(await printed("scoreBookingAttempt")).toMatch(/^(allow|deny) dec_[0-9a-f]{32}$/i);
    });

    async function decisionsStored(): Promise<unknown[]> {
      const file = join(folder, "decisions.ndjson");
      await installation.json("export", "--project", projectId, "--out", file);
      const lines = (await Bun.file(file).text()).split("\n").filter(Boolean);
      return lines.map((line) => JSON.parse(line).decision_id as unknown).toSorted();
    }
  });
}
