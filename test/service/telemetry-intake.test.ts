/** The executable's telemetry endpoint: rate limits, allowed origins of keys, and retention. */

import { describe, expect, test } from "bun:test";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { openStore } from "../../src/app/open.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

let collections = 0;
const newId = () => `col_intake${String(collections++).padStart(8, "0")}`;

const batchOf = (key: string, collectionId: string, sequence = 0) => ({
  key,
  collectionId,
  sequence,
  startedAt: Date.now(),
  sentAt: Date.now(),
  sdkVersion: "test",
  events: [{ kind: "scroll", at: 10, page: 0, scrolls: 1, depth: 0.5 }],
});

interface Way {
  address?: string;
  origin?: string;
}

function send({ url }: Service, body: unknown, { address, origin }: Way = {}): Promise<Response> {
  return fetch(`${url}/sdk/batch`, {
    method: "POST",
    headers: {
      "Content-Type": "text/plain",
      ...(address && { "X-Forwarded-For": address }),
      ...(origin && { Origin: origin }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

test("rate limits follow the flags, and a page of any origin can read the 429", async () => {
  const installation = new Installation();
  const { publishable } = await installation.project();
  const service = await installation.serve(
    "--trusted-proxy",
    "127.0.0.1",
    "--telemetry-rate-limit",
    "3",
    "--telemetry-address-limit",
    "2",
    "--telemetry-collection-limit",
    "1",
  );
  /** Sends until it is refused, from the same IP address and tab or from others each time. */
  async function policyOf(
    network: string,
    addresses: number,
    tabs: number,
  ): Promise<string | null> {
    const ids = Array.from({ length: tabs }, newId);
    for (let i = 0; ; i++) {
      const address = `${network}.${i % addresses}`;
      const answer = await send(service, batchOf(publishable.key, ids[i % tabs]!, i), { address });
      if (answer.status === 204) continue;
      expect(answer.status).toBe(429);
      expect(answer.headers.get("retry-after")).toBe("1");
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      return answer.headers.get("ratelimit-policy");
    }
  }
  expect(await policyOf("192.0.2", 250, 1)).toBe('"collection";q=1;w=1');
  expect(await policyOf("198.51.100", 1, 250)).toBe('"address";q=2;w=1');
  expect(await policyOf("203.0.113", 250, 250)).toBe('"key";q=3;w=1');
});

describe("origins of a key", async () => {
  const installation = new Installation();
  const { publishable, projectId, secret } = await installation.project();
  const create = ["key", "create", "--project", projectId, "--kind"];
  const made = await installation.json<{ key: string; keyId: string }>(
    ...create,
    "publishable",
    "--origin",
    "https://Hotel.example:443",
    "https://*.hotel.example",
  );
  const service = await installation.serve();
  const sendFrom = (origin?: string, key = made.key) =>
    send(service, batchOf(key, newId()), { ...(origin && { origin }) });

  test("its pages get an answer that names their origin", async () => {
    for (const origin of ["https://hotel.example", "https://www.hotel.example"]) {
      const answer = await sendFrom(origin);
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      expect(answer.headers.get("vary")).toBe("Origin");
    }
  });

  test.each([
    "https://evil.example",
    "http://hotel.example",
    "https://hotel.example.evil.example",
    "null",
    undefined,
  ])("%p is refused, and can read why", async (origin) => {
    const answer = await sendFrom(origin);
    expect(answer.status).toBe(403);
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin ?? null);
    expect(answer.headers.get("vary")).toBe("Origin");
    expect(await codeOf(answer)).toBe("origin_not_allowed");
  });

  test("a key without a list is valid for all origins, and a preflight allows any", async () => {
    for (const origin of ["https://evil.example", "null", undefined]) {
      const answer = await sendFrom(origin, publishable.key);
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("vary")).toBeNull();
    }
    const preflight = await fetch(`${service.url}/sdk/batch`, {
      method: "OPTIONS",
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("a changed list applies as soon as the command returns, every time", async () => {
    const origins = ["https://a.example", "https://b.example:8443"];
    for (let i = 0; i < 6; i++) {
      const [now, before] = i % 2 === 0 ? origins : [origins[1]!, origins[0]!];
      await installation.json("key", "set", made.keyId, "--origin", now!);
      expect([(await sendFrom(now)).status, (await sendFrom(before)).status]).toEqual([204, 403]);
    }
    await installation.json("key", "set", made.keyId, "--any-origin");
    expect((await sendFrom("https://evil.example")).status).toBe(204);
  });

  test("are listed", async () => {
    await installation.json("key", "set", made.keyId, "--origin", "https://hotel.example");
    const listed = await installation.json<{ keyId: string; allowedOrigins: string[] | null }[]>(
      "key",
      "list",
      "--project",
      projectId,
    );
    const origins = Object.fromEntries(listed.map((one) => [one.keyId, one.allowedOrigins]));
    expect(origins).toEqual({
      [made.keyId]: ["https://hotel.example"],
      [publishable.keyId]: null,
      [secret.keyId]: null,
    });
    const { out } = await installation.run("key", "list", "--project", projectId);
    expect(out).toContain("https://hotel.example");
    expect(out).toContain("any origin");
  });

  test.each<[name: string, args: string[], status: number, error: RegExp]>([
    ["a secret key", [...create, "secret", "--origin", "https://a.example"], 2, /publishable keys/],
    ["a secret key, set", ["key", "set", secret.keyId, "--any-origin"], 2, /publishable keys/],
    [
      "no origin",
      [...create, "publishable", "--origin", "hotel.example"],
      2,
      /must contain only origins/,
    ],
    [
      "a path",
      ["key", "set", made.keyId, "--origin", "https://a.example/x"],
      2,
      /must contain only origins/,
    ],
    ["nothing to set", ["key", "set", made.keyId], 2, /either --origin or --any-origin/],
    [
      "both",
      ["key", "set", made.keyId, "--any-origin", "--origin", "https://a.example"],
      2,
      /either --origin or --any-origin/,
    ],
    ["an unknown key", ["key", "set", "key_none", "--any-origin"], 1, /there is no key/],
    [
      "too many",
      [
        "key",
        "set",
        made.keyId,
        "--origin",
        ...Array.from({ length: 21 }, (_, i) => `https://h${i}.example`),
      ],
      2,
      /at most 20/,
    ],
  ])("%s is refused in a line", async (_, args, status, error) => {
    const ran = await installation.run(...args);
    expect(ran.status).toBe(status);
    expect(ran.error).toMatch(error);
    expect(ran.error.trim().split("\n")).toHaveLength(1);
  });
});

test("telemetry is deleted after its retention, and decisions stay complete", async () => {
  const installation = new Installation();
  const { publishable, projectId, secret } = await installation.project();
  const [old, young] = [newId(), newId()];
  let service = await installation.serve();
  for (const id of [old, young]) {
    expect((await send(service, batchOf(publishable.key, id))).status).toBe(204);
  }
  const answer = await callRisk(service.url, secret.key, { ...fullRequest(), collectionId: old });
  const { decisionId } = (await answer.json()) as { decisionId: string };
  await service.stop();
  await makeOlder(installation, old, 91);
  await makeOlder(installation, young, 89);
  const before = await installation.json("decision", "show", decisionId);

  service = await installation.serve(); // 90 days by default.
  const told = () => service.log.find((line) => line.includes("telemetry_deleted"));
  await waitUntil("telemetry_deleted in the log", told);
  expect(JSON.parse(told()!)).toMatchObject({ batches: 1, collections: 1, olderThanDays: 90 });
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain('booking_risk_telemetry_deleted_total{what="batches"} 1');
  const store = await openStore({ dataFolder: installation.data });
  expect(await store.collections.find(projectId, old)).toBeNull();
  expect(await store.collections.batches(projectId, young)).toHaveLength(1);
  await store.close();

  expect(await installation.json("decision", "show", decisionId)).toEqual(before);
  expect((await installation.run("decision", "verify", decisionId)).status).toBe(0);
  const reasons = await installation.run("decision", "reasons", decisionId, "--json");
  expect(reasons.status).toBe(0);
  const out = `${installation.folder}/out.ndjson`;
  expect((await installation.run("export", "--project", projectId, "--out", out)).status).toBe(0);
  expect(await Bun.file(out).text()).toContain(decisionId);
});

test("a project's own retention is confirmed, applies to it alone, and decisions stay complete", async () => {
  const installation = new Installation();
  const own = await installation.project("Own");
  const usual = await installation.project("Usual");
  let service = await installation.serve();
  const [old, young, others] = [newId(), newId(), newId()];
  for (const [project, id] of [
    [own, old],
    [own, young],
    [usual, others],
  ] as const) {
    expect((await send(service, batchOf(project.publishable.key, id))).status).toBe(204);
  }
  const body = { ...fullRequest(), collectionId: old };
  const answer = await callRisk(service.url, own.secret.key, body);
  const { decisionId } = (await answer.json()) as { decisionId: string };
  await service.stop();
  for (const id of [old, others]) await makeOlder(installation, id, 8);
  await makeOlder(installation, young, 6);
  const before = await installation.json("decision", "show", decisionId);

  const set = ["project", "set", own.projectId, "--telemetry-retention"];
  const refused = await installation.run(...set, "7");
  expect([refused.status, refused.error]).toEqual([
    1,
    expect.stringMatching(
      /^booking-risk: this deletes 1 batch of telemetry, .* confirm with --yes/,
    ),
  ]);
  const shown = () => installation.json("project", "show", own.projectId);
  expect(await shown()).toMatchObject({ telemetryRetentionDays: null });
  await installation.json(...set, "7", "--yes");
  expect(await shown()).toMatchObject({ telemetryRetentionDays: 7 });

  service = await installation.serve();
  const told = () => service.log.filter((line) => line.includes("telemetry_deleted"));
  await waitUntil("telemetry_deleted in the log", () => told().length > 0);
  expect(told().map((line) => JSON.parse(line))).toMatchObject([
    { projectId: own.projectId, batches: 1, collections: 1, olderThanDays: 7 },
  ]);
  await service.stop();
  const store = await openStore({ dataFolder: installation.data });
  expect(await store.collections.find(own.projectId, old)).toBeNull();
  expect(await store.collections.batches(own.projectId, young)).toHaveLength(1);
  expect(await store.collections.batches(usual.projectId, others)).toHaveLength(1);
  const audit = await store.audit.list(1, own.projectId);
  await store.close();
  expect(audit[0]).toMatchObject({
    action: "project.telemetry-retention",
    detail: '{"days":7,"before":null}',
  });

  expect(await installation.json("decision", "show", decisionId)).toEqual(before);
  expect((await installation.run("decision", "verify", decisionId)).out).toContain("bit for bit");
  const [model] = await installation.json<{ name: string; version: string }[]>("model", "list");
  const replay = [
    "model",
    "replay",
    `${model!.name}@${model!.version}`,
    "--project",
    own.projectId,
  ];
  const replayed = await installation.run(...replay, "--json");
  expect([replayed.status, replayed.error]).toEqual([0, expect.any(String)]);
  expect(JSON.parse(replayed.out)).toMatchObject({ decisions: { replayed: 1 } });

  expect(await installation.json(...set, "0")).toMatchObject({ telemetryRetentionDays: 0 });
  expect((await installation.run(...set, "default")).error).toMatch(/confirm with --yes/);
  expect(await installation.json(...set, "default", "--yes")).toMatchObject({
    telemetryRetentionDays: null,
  });
});

test("0 days keep it without limit", async () => {
  const installation = new Installation();
  const { publishable, projectId } = await installation.project();
  const id = newId();
  let service = await installation.serve();
  await send(service, batchOf(publishable.key, id));
  await service.stop();
  await makeOlder(installation, id, 5000);
  service = await installation.serve("--telemetry-retention", "0");
  await send(service, batchOf(publishable.key, newId())); // The first deletion run would be over by now.
  await service.stop();
  expect(service.log.join()).not.toContain("telemetry_deleted");
  const store = await openStore({ dataFolder: installation.data });
  expect(await store.collections.batches(projectId, id)).toHaveLength(1);
  await store.close();
});

test("what is acknowledged is on disk, whenever the service is killed", async () => {
  const installation = new Installation();
  const { publishable, projectId } = await installation.project();
  const acknowledged: { id: string; sequence: number }[] = [];
  const flags = ["--telemetry-address-limit", "0"];
  for (let round = 0; round < 3; round++) {
    const service = await installation.serve(...flags);
    const tabs = Array.from({ length: 20 }, newId);
    let alive = true;
    const sending = tabs.map(async (id) => {
      for (let sequence = 0; alive && sequence < 15; sequence++) {
        const answer = await send(service, batchOf(publishable.key, id, sequence)).catch(
          () => null,
        );
        if (answer?.status === 204) acknowledged.push({ id, sequence });
      }
    });
    const isEnough = () => acknowledged.length >= 60 * (round + 1);
    await waitUntil("60 acknowledged batches", isEnough, { intervalMs: 1 });
    service.process.kill("SIGKILL");
    alive = false;
    await Promise.all([service.process.exited, ...sending]);
  }
  const store = await openStore({ dataFolder: installation.data });
  for (const { id, sequence } of acknowledged) {
    const batches = await store.collections.batches(projectId, id);
    const record = await store.collections.find(projectId, id);
    expect(batches.map((one) => one.sequence)).toContain(sequence);
    expect(JSON.parse(record!.summary).batches).toBe(batches.length);
  }
  await store.close();
});

/** Makes a collection's batches so many days older. */
async function makeOlder({ data }: Installation, collectionId: string, days: number) {
  const database = openDatabase(`${data}/events.db`);
  database.run("PRAGMA busy_timeout = 5000");
  database.run("UPDATE batches SET received_at = received_at - ? WHERE collection_id = ?", [
    days * 24 * 60 * 60 * 1000,
    collectionId,
  ]);
  database.close();
}
