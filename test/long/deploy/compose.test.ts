/**
 * docs/deploy/compose.yaml read by docker-compose, and the same topology started as processes: two
 * executables on one PostgreSQL behind a real HAProxy with TLS, with the configuration as it is.
 */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../../../package.json";
import { freePort } from "../../../scripts/programs/free-port.ts";
import {
  deploy,
  type Haproxy,
  haproxy,
  haproxyProgram,
  startHaproxy,
  writeHaproxyConfiguration,
} from "../../../scripts/programs/haproxy.ts";
import { type Cluster, postgresql, startCluster } from "../../../scripts/programs/postgres.ts";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { booking } from "../../fixtures/booking.ts";
import { Installation, type Service } from "../../fixtures/executable.ts";
import { debianProgram, describeWith, openssl } from "../../fixtures/needs.ts";

const compose = debianProgram("docker-compose");

interface ComposeService {
  image: string;
  read_only?: boolean;
  healthcheck?: { test: string[] };
  environment?: Record<string, string>;
  secrets?: { source: string }[];
  networks: Record<string, unknown>;
  volumes?: unknown;
}

describeWith(compose)("compose.yaml", () => {
  let services: Record<string, ComposeService>;
  beforeAll(async () => {
    // Resolved: anchors, variables, short forms.
    const text = await outputOf(["docker-compose", "--file", "compose.yaml", "config"], {
      folder: deploy,
    });
    ({ services } = Bun.YAML.parse(text) as { services: typeof services });
  });

  test("has two copies of this version, a proxy and a database", () => {
    expect(Object.keys(services)).toEqual([
      "booking-risk-1",
      "booking-risk-2",
      "database",
      "proxy",
    ]);
    const [one, two] = [services["booking-risk-1"]!, services["booking-risk-2"]!];
    expect(one.image).toBe(`booking-risk:${manifest.version}`);
    expect({ ...two, volumes: null }).toEqual({ ...one, volumes: null });
  });

  test("has no secret in a variable, and nothing but the copies reaches the database", () => {
    for (const { environment = {} } of Object.values(services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|URL|TOKEN/.test(name))
          expect([name, value]).toEqual([name, expect.stringMatching(/^\/run\/secrets\//)]);
      }
    }
    expect(Object.keys(services.database!.networks)).toEqual(["back"]);
    expect(Object.keys(services.proxy!.networks)).toEqual(["front"]);
  });

  test("nothing of it writes to its root, and all of it has a health check", () => {
    for (const [name, { read_only, healthcheck }] of Object.entries(services)) {
      // The copies' is in their image.
      const isChecked = healthcheck !== undefined || name.startsWith("booking-risk-");
      expect([name, read_only, isChecked]).toEqual([name, true, true]);
    }
  });
});

describeWith(haproxy, openssl)("haproxy.cfg", () => {
  test("is accepted without a warning", async () => {
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-proxy-"));
    const servers = ["127.0.0.1:1", "127.0.0.1:2"];
    const { file } = await writeHaproxyConfiguration({ folder, servers, tls: true });
    const checked = Bun.spawnSync([haproxyProgram!, "-c", "-f", file], { stderr: "pipe" });
    const said = checked.stdout.toString() + checked.stderr.toString();
    rmSync(folder, { recursive: true });
    expect(said).toContain("Configuration file is valid");
    expect(said).not.toMatch(/warning|alert/i);
  });
});

describeWith(
  haproxy,
  openssl,
  postgresql,
)("two copies behind HAProxy with TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-proxy-"));
  const urlFile = join(folder, "database-url");
  const installations = [1, 2].map(() => new Installation({ DATABASE_URL_FILE: urlFile }));
  let cluster: Cluster;
  let ports: number[];
  let copies: Service[];
  let proxy: Haproxy;
  let key = "";

  const start = (copy: number) => {
    const flags = ["--port", String(ports[copy]), "--trusted-proxy", "127.0.0.1"];
    return installations[copy]!.serve(...flags, "--drain", "6", "--access-log");
  };
  const get = (path: string, init: BunFetchRequestInit = {}) =>
    fetch(proxy.urls.main + path, { ...init, tls: { ca: proxy.certificate } });
  const decide = (requestId: string) =>
    get("/v1/risk", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Service-Key": key },
      body: JSON.stringify(booking({ requestId })),
    });
  const answered = (copy: number) =>
    copies[copy]!.log.filter((line) => line.includes('"route":"/v1/risk"')).length;

  beforeAll(async () => {
    cluster = await startCluster();
    writeFileSync(urlFile, `${await cluster.createDatabase()}\n`, { mode: 0o600 });
    ports = [await freePort(), await freePort()];
    copies = await Promise.all([start(0), start(1)]);
    key = (await installations[0]!.project()).secret.key;
    const servers = ports.map((port) => `127.0.0.1:${port}`);
    proxy = await startHaproxy({ folder, servers, tls: true });
  });
  afterAll(async () => {
    await proxy?.stop();
    await Promise.all((copies ?? []).map((copy) => copy.process.kill("SIGKILL")));
    await cluster?.remove();
    rmSync(folder, { recursive: true });
  });

  test("both score, and what is not for the public stays inside", async () => {
    const bothAnswered = async () => {
      expect((await decide("spread")).status).toBe(200);
      return answered(0) > 0 && answered(1) > 0;
    };
    await waitUntil("both copies to score", bothAnswered);
    for (const path of ["/metrics", "/readyz", "/", "/openapi.json", "/metrics/../metrics"]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    const page = await get("/dashboard", { headers: { "X-Forwarded-Proto": "http" } });
    expect(page.status).toBe(200);
    expect(page.headers.get("strict-transport-security")).toContain("max-age");
    expect((await get("/sdk.js")).status).toBe(200);
    const plain = await fetch(`${proxy.urls.plain}/sdk.js`, { redirect: "manual" });
    expect(plain.status).toBe(308);
    expect(plain.headers.get("location")).toStartWith("https://");
  });

  test("dot segments are refused, however they are written", async () => {
    const written = ["..", "%2e%2e", ".%2E", "%2e.", ".", "%2e"];
    const paths = [
      ...written.flatMap((dots) => [`/v1/${dots}/dashboard/api/session`, `/sdk/${dots}`]),
      "/v1/..\\dashboard/api/session",
      "/v1\\..\\dashboard",
      "/v1/..%5cdashboard",
    ];
    for (const path of paths) expect([path, await statusOf(path)]).toEqual([path, 400]);
    // What begins or ends with dots is a name like any other.
    expect(await statusOf("/dashboard/..a/a../a..b?c=../d")).toBe(200);
  });

  /** Of a path that is sent as it is. */
  async function statusOf(path: string): Promise<number | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const { hostname, port } = new URL(proxy.urls.main);
    request({ hostname, port, path, ca: proxy.certificate }, resolve).on("error", reject).end();
    const answer = await promise;
    answer.resume();
    return answer.statusCode;
  }

  test("both are restarted, one after the other, and no booking is refused", async () => {
    const statuses: number[] = [];
    let isOver = false;
    const caller = async (name: number) => {
      for (let i = 0; !isOver; i++) {
        const answer = await decide(`rolling-${name}-${i}`).catch(() => ({
          status: 0,
          text: async () => "",
        }));
        await answer.text();
        statuses.push(answer.status);
      }
    };
    const callers = [0, 1, 2, 3].map(caller);
    const isReady = async (copy: number) =>
      (await fetch(`http://127.0.0.1:${ports[copy]}/readyz`)).status === 200;
    for (const copy of [0, 1]) {
      expect(await copies[copy]!.stop()).toBe(0);
      copies[copy] = await start(copy);
      await waitUntil("the copy to be ready", () => isReady(copy), { ignoreErrors: true });
      // The proxy has found it when it sends it bookings.
      await waitUntil("the copy to score", () => answered(copy) > 0);
    }
    isOver = true;
    await Promise.all(callers);
    expect(statuses.length).toBeGreaterThan(50);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });
});
