/** SIGTERM: what callers, load balancers and the files of the data folder see of it. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { booking } from "../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

const installation = new Installation();
let key: string;

beforeAll(async () => {
  key = (await installation.project()).secret.key;
});

/** A connection that is kept: what arrives on it, and whether it was closed properly. */
function connection(service: Service) {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const seen = { text: "", isEnded: false, error: null as Error | null };
  socket.on("data", (data) => {
    seen.text += data;
  });
  socket.on("end", () => {
    seen.isEnded = true;
  });
  socket.on("error", (error) => {
    seen.error = error;
  });
  afterAll(() => void socket.destroy());
  return { seen, get: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`) };
}

describe("a service that is told to stop", () => {
  test("says so to load balancers first, answers everyone who goes by that, and closes kept connections", async () => {
    const service = await installation.serve("--drain", "2");
    const idle = connection(service);
    const kept = connection(service);
    idle.get("/healthz");
    kept.get("/healthz");
    const statuses = new Map<number, number>();
    let isReady = true;
    const caller = async (n: number) => {
      for (let i = 0; isReady; i++) {
        const response = await callRisk(service.url, key, booking({ requestId: `stop-${n}-${i}` }));
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    };
    const callers = Promise.all([1, 2, 3, 4, 5, 6].map(caller));
    await waitUntil(
      "answers to the callers and on both connections",
      () => (statuses.get(200) ?? 0) >= 60 && idle.seen.text && kept.seen.text,
    );
    service.process.kill("SIGTERM");
    await waitUntil(
      "503 of /readyz",
      async () => (await fetch(`${service.url}/readyz`)).status === 503,
    );
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    kept.get("/healthz");
    await waitUntil("the end of the kept connection", () => kept.seen.isEnded);
    expect(kept.seen.text).toMatch(/connection: close/i);
    // It ended after its answer, not because the service had stopped.
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    isReady = false; // A load balancer asks every second or so.
    await callers; // No call failed, and each was answered.
    expect([...statuses.keys()]).toEqual([200]);
    expect(await service.process.exited).toBe(0);
    expect(idle.seen).toMatchObject({ isEnded: true, error: null });
  });

  test("ends at once where it need not wait, whatever connections are open", async () => {
    const service = await installation.serve();
    const idle = connection(service);
    idle.get("/healthz");
    await waitUntil("an answer on the connection", () => idle.seen.text);
    const started = performance.now();
    expect(await service.stop()).toBe(0);
    // It would wait for the connection's 75 s if it did not close it.
    expect(performance.now() - started).toBeLessThan(40_000);
    expect(idle.seen).toMatchObject({ isEnded: true, error: null });
  });

  test("leaves nothing in the logs of the databases", async () => {
    const service = await installation.serve();
    const calls = Array.from({ length: 300 }, (_, i) =>
      callRisk(service.url, key, booking({ requestId: `log-${i}` })),
    );
    await Promise.all(calls);
    expect(statSync(join(installation.data, "events.db-wal")).size).toBeGreaterThan(0);
    expect(await service.stop()).toBe(0);
    const logs = readdirSync(installation.data).filter((name) => name.endsWith("-wal"));
    expect(logs.filter((name) => statSync(join(installation.data, name)).size > 0)).toEqual([]);
  });
});

test.skipIf(process.platform === "win32")("SIGUSR1 and SIGUSR2 are ignored", async () => {
  const service = await installation.serve();
  for (const signal of ["SIGUSR1", "SIGUSR2"] as const) service.process.kill(signal);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

describe("a mistyped data folder", () => {
  const typo = join(installation.folder, "typo");

  test.each([
    ["project", "list"],
    ["key", "list", "--project", "prj_x"],
    ["user", "list"],
    ["model", "list"],
    ["decision", "verify", "--all"],
    ["history", "import", "x.ndjson", "--project", "prj_x"],
    ["backup", "x.tar"],
  ] as string[][])("is not created by %s %s", async (...command: string[]) => {
    const { status, error } = await installation.run(...command, "--data", typo);
    expect(status).toBe(1);
    expect(error).toContain(typo);
    expect(error).toContain("--data");
    expect(existsSync(typo)).toBe(false);
  });
});

describe("two services on one folder", () => {
  const shared = expect.stringMatching(
    /^another service uses this data folder .* stop one of them/,
  );
  test("both score, and the second says that it is not alone until it is", async () => {
    const first = await installation.serve();
    const second = await installation.serve();
    const warnings = async () =>
      ((await (await fetch(`${second.url}/readyz`)).json()) as { warnings: string[] }).warnings;
    expect(second.log.join()).toContain("data_folder_shared");
    expect(first.log.join()).not.toContain("data_folder_shared");
    expect(await warnings()).toContainEqual(shared);
    expect((await callRisk(first.url, key, booking())).status).toBe(200);
    expect((await callRisk(second.url, key, booking())).status).toBe(200);
    first.process.kill("SIGKILL");
    await first.process.exited;
    expect(await warnings()).not.toContainEqual(shared);
    expect(await second.stop()).toBe(0);
  });
});
