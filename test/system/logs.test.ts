/** The log of the real executable: levels, IDs, repeats, clock jumps, and no secret in it. */
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";
import { debianProgram, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const { projectId, secret } = await installation.project();
const running: Service[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});

async function serve(...flags: string[]) {
  const service = await installation.serve(...flags);
  running.push(service);
  const lines = () => service.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { ...service, lines, events: () => lines().map(({ event }) => event) };
}

describe("request IDs", () => {
  test("every response has one: the caller's where it is well-formed, else a new one", async () => {
    const { url } = await serve();
    const idOf = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${url}${path}`, init)).headers.get("x-request-id");
    const paths = ["/healthz", "/readyz", "/metrics", "/nowhere", "/v1/risk", "/docs", "/sdk.js"];
    const api = ["/dashboard", "/dashboard/api/session", "/dashboard/api/nothing", "/openapi.json"];
    const ids = await Promise.all([...paths, ...api].map((path) => idOf(path)));
    for (const id of ids) expect(id).toMatch(/^req_[0-9a-z]{18,}$/);
    expect(new Set(ids).size).toBe(ids.length);
    const sent = { headers: { "X-Request-Id": "gateway:7f3-A_b.c" } };
    expect(await idOf("/v1/risk", { ...sent, method: "POST" })).toBe("gateway:7f3-A_b.c");
    for (const bad of ["x".repeat(129), "two words", '"', "é"]) {
      const id = await idOf("/healthz", { headers: { "X-Request-Id": bad } });
      expect(id).toStartWith("req_");
    }
  });

  test("the access log names the request, the project and the decision, by route", async () => {
    const { url, lines, events } = await serve("--access-log");
    const answer = await callRisk(url, secret.key, fullRequest(), { "X-Request-Id": "r-1" });
    const { decisionId } = (await answer.json()) as { decisionId: string };
    await fetch(`${url}/v1/risk`, { method: "POST", body: "{}" });
    await fetch(`${url}/dashboard/welcome?secret=1`);
    await waitUntil("the log", () => events().filter((event) => event === "request").length >= 3);
    const [scored, refused, page] = lines().filter(({ event }) => event === "request");
    expect(scored).toMatchObject({
      level: "info",
      requestId: "r-1",
      method: "POST",
      route: "/v1/risk",
      status: 200,
      projectId,
      decisionId,
      ms: expect.any(Number),
    });
    expect(refused).toMatchObject({ status: 401, route: "/v1/risk" });
    expect(page).toMatchObject({ route: "/dashboard/*" });
    expect(JSON.stringify(lines())).not.toContain("secret=1");
  });

  test("an error in the log has the ID of its response", async () => {
    const { url, lines, events } = await serve();
    const call = (id: string) =>
      callRisk(url, secret.key, fullRequest(), { "Idempotency-Key": "lost", "X-Request-Id": id });
    const { decisionId } = (await (await call("first")).json()) as { decisionId: string };
    const database = openDatabase(join(installation.data, "events.db"));
    database.run("DELETE FROM decisions WHERE id = ?", [decisionId]);
    database.close();
    expect((await call("second")).status).toBe(500);
    await waitUntil("the log", () => events().includes("internal_error"));
    const error = lines().find(({ event }) => event === "internal_error");
    expect(error).toMatchObject({ level: "error", requestId: "second" });
  });
});

describe("levels", () => {
  test("debug names each refusal; warning leaves out the ordinary", async () => {
    const { url, lines, events } = await serve("--log-level", "debug");
    await callRisk(url, secret.key, { requestId: "x" });
    await waitUntil("the log", () => events().includes("refused"));
    expect(lines().find(({ event }) => event === "refused")).toMatchObject({
      endpoint: "risk",
      code: "validation_failed",
      projectId,
      requestId: expect.stringMatching(/^req_/),
    });
  });

  test("a level that is none is wrong usage", async () => {
    const { status, error } = await installation.run("serve", "--log-level", "loud");
    expect(status).toBe(2);
    expect(error).toContain("--log-level must be debug, info, warning, error");
  });
});

test("the owner's link goes to a private file, not to the log, until there is an account", async () => {
  const fresh = new Installation();
  const child = Bun.spawn([fresh.executable, "serve", "--port", "0"], {
    cwd: fresh.folder,
    env: {},
    stdio: ["ignore", "pipe", "pipe"],
  });
  const file = join(fresh.data, "owner-link");
  await waitUntil("the log", () => existsSync(file) && statSync(file).size > 0);
  const link = readFileSync(file, "utf8").trim();
  child.kill("SIGTERM");
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const [, token] = /\/dashboard\/welcome#([\w-]+)$/.exec(link)!;
  expect(out + error).not.toContain(token!);
  expect(error).toBe("");
  const lines = out.trim().split("\n");
  const event = lines.map((line) => JSON.parse(line)).find(({ event }) => event === "owner_link");
  expect(event.file).toBe(file);
});

const faketime = debianProgram("faketime");

testWith(faketime)("a clock that jumps is in the log, in /metrics and in /readyz", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clock-"));
  const offset = join(folder, "offset");
  writeFileSync(offset, "+0");
  const [library] = new Bun.Glob("usr/lib/*/faketime/libfaketime.so.1").scanSync("/");
  const child = Bun.spawn([installation.executable, "serve", "--port", "0"], {
    cwd: installation.folder,
    env: {
      LD_PRELOAD: `/${library}`,
      FAKETIME_TIMESTAMP_FILE: offset,
      FAKETIME_NO_CACHE: "1",
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let text = "";
    void (async () => {
      for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream() as never)) {
        text += chunk as unknown as string;
      }
    })();
    await waitUntil("the log", () => text.includes('"serving"'));
    const { url } = JSON.parse(text.split("\n").find((line) => line.includes('"serving"'))!);
    writeFileSync(offset, "-2d");
    await waitUntil("the log", () => text.includes("clock_jumped"));
    const ready = (await (await fetch(`${url}readyz`)).json()) as { warnings: string[] };
    expect(ready.warnings.join()).toMatch(/the clock jumped back by 17280\d s/);
    const metrics = await (await fetch(`${url}metrics`)).text();
    expect(metrics).toContain('booking_risk_clock_jumps_total{direction="back"} 1');
  } finally {
    child.kill("SIGKILL");
    await child.exited;
    rmSync(folder, { recursive: true });
  }
});
