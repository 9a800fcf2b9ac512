/** The executable alone: an empty folder, an empty environment, and an operator's everyday tasks. */
import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { waitUntil } from "../../scripts/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";

const installation = new Installation();

test("creates a project and keys, serves, and scores the specification's full request", async () => {
  expect(readdirSync(installation.folder)).toEqual(["booking-risk"]);
  const made = await installation.json("project", "create", "My hotel");
  expect(Object.keys(made)).toEqual(["projectId", "name", "riskSetting", "createdAt"]);
  expect(made).toMatchObject({ name: "My hotel", riskSetting: "balanced" });
  const key = await installation.json(
    ...["key", "create", "--project", made.projectId!, "--kind", "secret", "--name", "till"],
  );
  expect(Object.keys(key)).toEqual([
    ...["keyId", "kind", "key", "name", "createdAt", "allowedOrigins"],
    ...["expiresAt", "allowedAddresses", "rateLimit"],
  ]);
  expect(key.key).toMatch(/^sk_[0-9A-Za-z]{38}$/);
  const service = await installation.serve();
  const answer = await callRisk(service.url, key.key!, fullRequest());
  expect(answer.status).toBe(200);
  const decision = (await answer.json()) as Record<string, unknown>;
  expect(decision.riskScore).toBeWithin(0, 100);
  const shown = await installation.run("decision", "show", decision.decisionId as string);
  expect(shown.status).toBe(0);
  expect(shown.out).toContain(`${decision.riskScore} (${decision.riskLevel})`);
  expect(shown.out).toContain("lead_time_days");
  expect(await service.stop()).toBe(0);
});

test("only the owner can read the data folder", () => {
  const mode = (name: string) => statSync(join(installation.data, name)).mode & 0o777;
  expect(mode("control.db")).toBe(0o600);
  expect(mode("events.db")).toBe(0o600);
  expect(statSync(installation.data).mode & 0o777).toBe(0o700);
});

describe("the command line", () => {
  const cases: [string[], number, RegExp][] = [
    [["project", "create"], 2, /missing required argument 'name'/],
    [["project", "create", " "], 2, /the name must not be empty/],
    [["project", "create", "X", "--risk-setting", "brave"], 2, /must be one of/],
    [["project", "set", "prj_none", "--risk-setting", "balanced"], 1, /no project prj_none/],
    [["project", "set", "prj_none", "--telemetry-retention", "7"], 1, /no project prj_none/],
    [["project", "set", "prj_none", "--telemetry-retention", "-1"], 2, /from 1 to 36,500, or 0/],
    [["project", "set", "prj_none", "--telemetry-retention", "9".repeat(400)], 2, /from 1 to/],
    [
      ["project", "set", "prj_none"],
      2,
      /use --risk-setting, --base-rate, --telemetry-retention, --decision-retention, --decision-retention-keeps, --welcome-agent or --two-factor/,
    ],
    [["project", "show", "prj_none"], 1, /no project prj_none/],
    [["key", "create", "--kind", "secret"], 2, /--project/],
    [["key", "create", "--project", "prj_none", "--kind", "secret"], 1, /no project/],
    [
      ["key", "create", "--project", "prj_none", "--kind", "gold"],
      2,
      /--kind must be one of secret, publishable/,
    ],
    [["key", "list", "--project", "prj_none"], 1, /no project/],
    [["key", "revoke", "key_none"], 1, /no key key_none/],
    [["decision", "show", "nonsense"], 1, /not a decision ID/],
    [["decision", "show", `dec_${"0".repeat(32)}`], 1, /no decision dec_/],
    [["serve", "--port", "70000"], 2, /--port/],
    [["serve", "--rate-limit", "many"], 2, /--rate-limit/],
    [["serve", "--trusted-proxy", "nobody"], 2, /--trusted-proxy/],
    [["frobnicate"], 2, /unknown command/],
    [["serve", "--data", "/proc/nowhere"], 1, /data folder cannot be used/],
    [
      ["project", "list", "--database-url", "postgres://127.0.0.1:1/none"],
      1,
      /^booking-risk: PostgreSQL cannot be used: .*\(ECONNREFUSED\)$/m,
    ],
  ];
  test.each(cases)("%p ends with %p", async (args, status, message) => {
    const ran = await installation.run(...args);
    expect(ran.error).toMatch(message);
    expect(ran.error.trim().split("\n").length).toBeLessThanOrEqual(2);
    expect({ status: ran.status, out: ran.out }).toEqual({ status, out: "" });
  });

  test("--help and --version end with 0", async () => {
    expect((await installation.run("--version")).out).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = await installation.run("--help");
    expect(help.status).toBe(0);
    for (const command of [
      "project",
      "key",
      "serve",
      "decision",
      "outcome",
      "export",
      "openapi",
      "doctor",
    ]) {
      expect(help.out).toContain(command);
    }
  });

  test("features lists the whole catalogue, for people and for programs", async () => {
    const { out } = await installation.run("features");
    const listed = await installation.json<{ name: string; meaning: string }[]>("features");
    expect(listed.length).toBeGreaterThan(70);
    for (const { name, meaning } of listed) {
      expect(out).toContain(`  ${name}  (`);
      expect(out).toContain(meaning);
    }
  });

  test("doctor reports a healthy installation, and what is wrong with another", async () => {
    const well = await installation.json<{ ok: boolean }>("doctor");
    expect(well.ok).toBe(true);
    writeFileSync(join(installation.folder, "blocked"), "a file where a folder should be");
    const ill = await installation.run("doctor", "--data", "blocked");
    expect(ill.status).toBe(1);
    expect(ill.out).toContain("BAD");
  });
});

test("reads nothing from the current folder", async () => {
  writeFileSync(join(installation.folder, ".env"), "BOOKING_RISK_DATA=./elsewhere\n");
  writeFileSync(join(installation.folder, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
  writeFileSync(join(installation.folder, "evil.ts"), "process.exit(77);\n");
  expect((await installation.run("project", "list")).status).toBe(0);
  expect(readdirSync(installation.folder)).not.toContain("elsewhere");
});

test("a second service on the same port says that the port is in use", async () => {
  const service = await installation.serve();
  const { port } = new URL(service.url);
  const second = await installation.run("serve", "--port", port);
  expect(second.status).toBe(1);
  expect(second.error).toMatch(/port \d+ is in use/);
  await service.stop();
});

test("doctor checks the GeoIP databases, and serve refuses a file that is none", async () => {
  const city = resolve(import.meta.dir, "../fixtures/network/city.mmdb");
  const old = await installation.run("doctor", "--ip-database", city);
  expect(old.status).toBe(0);
  expect(old.out).toMatch(/^warn network .*GeoLite2-City, built on 2025-01-01, \d+ days ago/m);
  writeFileSync(join(installation.folder, "text.mmdb"), "PT");
  const broken = await installation.run("doctor", "--ip-database", "text.mmdb");
  expect(broken.status).toBe(1);
  expect(broken.out).toMatch(/^BAD {2}network .*not a MaxMind-format file/m);
  const serve = await installation.run("serve", "--ip-database", "text.mmdb");
  expect({ status: serve.status, out: serve.out }).toEqual({ status: 2, out: "" });
});

test("its root redirects to the dashboard", async () => {
  const service = await installation.serve();
  const answer = await fetch(`${service.url}/`, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
  expect((await fetch(`${service.url}/`, { method: "POST" })).status).toBe(405);
  await service.stop();
});

test("its pages load nothing from other hosts", async () => {
  const service = await installation.serve();
  const paths = [
    "/docs",
    "/docs/problems",
    "/docs/features",
    "/docs/start.js",
    "/docs/swagger-ui.css",
  ];
  for (const path of paths) {
    const answer = await fetch(service.url + path);
    expect(answer.status).toBe(200);
    const text = (await answer.text()).replaceAll("http://www.w3.org/2000/svg", "");
    expect(text).not.toMatch(/(src|href|url)[=(]["']?(https?:)?\/\//);
  }
  expect((await fetch(`${service.url}/docs/swagger-ui.js`)).status).toBe(200);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain("booking_risk_http_requests_total");
  await service.stop();
});

test("serves the browser script with its integrity hash, and each version unchanged", async () => {
  const service = await installation.serve();
  const newest = await fetch(`${service.url}/sdk.js`);
  const script = await newest.text();
  const { path, integrity } = (await (
    await fetch(`${service.url}/sdk/integrity.json`)
  ).json()) as Record<string, string>;
  const pinned = await fetch(service.url + path);
  expect(await pinned.text()).toBe(script);
  expect(pinned.headers.get("cache-control")).toContain("immutable");
  expect(pinned.headers.get("access-control-allow-origin")).toBe("*");
  const digest = new Bun.CryptoHasher("sha384").update(script).digest("base64");
  expect(integrity).toBe(`sha384-${digest}`);
  const again = await fetch(`${service.url}/sdk.js`, {
    headers: { "If-None-Match": newest.headers.get("etag")! },
  });
  expect(again.status).toBe(304);
  await service.stop();
});

describe("killed under load", () => {
  test("no acknowledged decision is lost, in 5 kills", async () => {
    const { secret } = await installation.project("Killed");
    for (let kill = 0; kill < 5; kill++) {
      const service = await installation.serve();
      const ids = await scoreUntilKilled(service, secret.key, kill * 10);
      const restarted = await installation.serve();
      await restarted.stop();
      const events = new Database(join(installation.data, "events.db"), { readonly: true });
      const stored = new Set(
        events
          .query("SELECT id FROM decisions")
          .all()
          .map((row) => (row as { id: string }).id),
      );
      expect(events.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
      events.close();
      expect(ids.length).toBeGreaterThan(leastAcknowledged);
      expect(ids.filter((id) => !stored.has(id))).toEqual([]);
    }
  });
});

test("history.db is rebuilt when it is missing, with every identity", async () => {
  const { secret } = await installation.project("Remembered");
  const seenBefore = async () => {
    const service = await installation.serve();
    const answer = await callRisk(service.url, secret.key, fullRequest());
    const { decisionId } = (await answer.json()) as { decisionId: string };
    await service.stop();
    const shown = await installation.json<{ features: Record<string, number> }>(
      ...["decision", "show", decisionId],
    );
    return shown.features.email_attempts_30d;
  };
  expect(await seenBefore()).toBe(0);
  expect(await seenBefore()).toBe(1);
  for (const end of ["", "-wal", "-shm"]) {
    rmSync(join(installation.data, `history.db${end}`), { force: true });
  }
  expect(await seenBefore()).toBe(2);
});

/** By each service, before it is killed. */
const leastAcknowledged = 50;

/** @param delayMs after the least are acknowledged: each kill meets another moment of a group. */
async function scoreUntilKilled(service: Service, key: string, delayMs: number): Promise<string[]> {
  const ids: string[] = [];
  const body = JSON.stringify(fullRequest());
  let running = true;
  const callers = Array.from({ length: 16 }, async () => {
    while (running) {
      const answer = await callRisk(service.url, key, body).catch(() => null);
      if (!answer) return;
      const decision = (await answer.json().catch(() => null)) as { decisionId: string } | null;
      if (answer.status === 200 && decision) ids.push(decision.decisionId);
    }
  });
  await waitUntil("acknowledged decisions", () => ids.length > leastAcknowledged, {
    intervalMs: 1,
  });
  await Bun.sleep(delayMs);
  service.process.kill("SIGKILL");
  await service.process.exited;
  running = false;
  await Promise.all(callers);
  return ids;
}
