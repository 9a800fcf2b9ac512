/** The executable alone: an empty folder, an empty environment, and an operator's everyday tasks. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { fullRequest } from "../fixtures/booking.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";
import { root, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
beforeAll(async () => {
  await installation.project();
});

test("creates a project and keys, serves, and scores the specification's full request", async () => {
  const installation = new Installation(); // Empty.
  expect(readdirSync(installation.folder)).toEqual(["booking-risk"]);
  const made = await installation.json("project", "create", "My hotel");
  expect(Object.keys(made)).toEqual(["projectId", "name", "riskSetting", "createdAt"]);
  expect(made).toMatchObject({ name: "My hotel", riskSetting: "balanced" });
  const key = await installation.json(
    "key",
    "create",
    "--project",
    made.projectId!,
    "--kind",
    "secret",
    "--name",
    "till",
  );
  expect(Object.keys(key)).toEqual([
    "keyId",
    "kind",
    "key",
    "name",
    "createdAt",
    "allowedOrigins",
    "expiresAt",
    "allowedAddresses",
    "rateLimit",
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
  expect(statSync(join(installation.data, "serving.lock")).mode & 0o777).toBe(0o600);
});

test("only the owner can read the data folder", () => {
  const mode = (name: string) => statSync(join(installation.data, name)).mode & 0o777;
  expect(mode("control.db")).toBe(0o600);
  expect(mode("events.db")).toBe(0o600);
  expect(statSync(installation.data).mode & 0o777).toBe(0o700);
});

test("links have the address in BOOKING_RISK_URL; where it is none, the message names the variable", async () => {
  const create = ["user", "create", "--email", "bob@example.com"];
  const withUrl = (BOOKING_RISK_URL: string) =>
    new Installation({ BOOKING_RISK_URL }).run(...create);
  expect((await withUrl("https://risk.example")).out).toStartWith("https://risk.example/dashboard");
  expect((await withUrl("")).out).toStartWith("http://127.0.0.1:3000/dashboard");
  const refused = await withUrl("risk.example");
  expect(refused).toMatchObject({ status: 2, out: "" });
  expect(refused.error).toContain("BOOKING_RISK_URL must be an address");
  const flag = await installation.run(...create, "--url", "risk.example");
  expect(flag.error).toContain("--url must be an address");
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
      /use --risk-setting, --base-rate, --telemetry-retention, --decision-retention, --decision-retention-keeps, --welcome-agent, --kiosk, --control-group, --control-group-bookings, --control-group-amount or --two-factor/,
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
    [["decision", "show", "nonsense"], 1, /not a valid decision ID/],
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

describe("a service", () => {
  let service: Service;
  beforeAll(async () => {
    service = await installation.serve();
  });
  afterAll(() => service.stop());

  test("has its port to itself: a second one says that it is in use", async () => {
    const { port } = new URL(service.url);
    const second = await installation.run("serve", "--port", port);
    expect(second.status).toBe(1);
    expect(second.error).toMatch(/port \d+ is in use; choose another with --port$/m);
    const twice = await installation.run("serve", "--port", port, "--ops-port", port);
    expect(twice.status).toBe(1);
    expect(twice.error).toContain(
      `port ${port} is in use; choose different ports with --port and --ops-port`,
    );
  });

  test.each([
    [["--host", "192.0.2.1"], "192.0.2.1", "--host"],
    [["--host", "name.invalid"], "name.invalid", "--host"],
    [
      ["--ops-host", "192.0.2.1", "--ops-port", "0"],
      "127.0.0.1 or 192.0.2.1",
      "--host or --ops-host",
    ],
  ])("does not start with %j, and names the flag", async (flags, hosts, named) => {
    const { status, error } = await installation.run("serve", "--port", "0", ...flags);
    expect(status).toBe(1);
    expect(error).toStartWith(`booking-risk: cannot listen on ${hosts} (E`);
    expect(error).toContain(`choose an address of this machine with ${named}, such as`);
  });

  testWith(root)("names the flag of a port that its user may not use", async () => {
    // In a network of its own, where the limit is 1024: containers may let every user listen on every port.
    const limited = ["unshare", "--net", "setpriv", "--bounding-set=-net_bind_service"];
    const serve = [installation.executable, "serve", "--host", "0.0.0.0", "--port", "81"];
    const child = Bun.spawn([...limited, ...serve], {
      cwd: installation.folder,
      env: { ...installation.environment },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const error = await child.stderr.text();
    expect(await child.exited).toBe(1);
    expect(error).toContain("may not listen on port 81; choose one above 1023 with --port");
  });

  test("its root redirects to the dashboard", async () => {
    const answer = await fetch(`${service.url}/`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
    expect((await fetch(`${service.url}/`, { method: "POST" })).status).toBe(405);
  });

  test("its pages load nothing from other hosts", async () => {
    for (const path of ["/docs", "/docs/problems", "/docs/features"]) {
      const answer = await fetch(service.url + path);
      expect(answer.status).toBe(200);
      const text = await answer.text();
      expect(text).not.toMatch(/(src|href|url)[=(]["']?(https?:)?\/\//);
      for (const [, file] of text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)) {
        const asset = await fetch(service.url + file);
        expect(asset.status).toBe(200);
        if (!file!.endsWith(".css")) continue;
        expect(await asset.text()).not.toMatch(/url\(["']?(https?:)?\/\//);
      }
    }
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain("booking_risk_http_requests_total");
  });

  test("serves the browser script with its integrity hash, and each version unchanged", async () => {
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
  });

  test("sends the browser script compressed to whoever takes it, from each of its addresses", async () => {
    const { path } = (await (await fetch(`${service.url}/sdk/integrity.json`)).json()) as {
      path: string;
    };
    for (const url of [`${service.url}/sdk.js`, service.url + path]) {
      const sent = async (encoding: string) => {
        const headers = { "Accept-Encoding": encoding };
        const answer = await fetch(url, { headers, decompress: false });
        expect(answer.headers.get("vary")).toContain("Accept-Encoding");
        const bytes = new Uint8Array(await answer.arrayBuffer());
        return { encoding: answer.headers.get("content-encoding"), bytes };
      };
      const [plain, compressed] = [await sent("identity"), await sent("gzip, deflate, br")];
      expect([plain.encoding, compressed.encoding]).toEqual([null, "gzip"]);
      expect(Bun.gunzipSync(compressed.bytes)).toEqual(plain.bytes);
      expect(compressed.bytes.length).toBeLessThan(6000);
    }
  });
});

/** So many decisions are acknowledged before each kill: it meets another moment of a group each time. */
const acknowledgedBefore = [50, 73, 96];

test("killed under load again and again, no acknowledged decision is lost", async () => {
  const { secret } = await installation.project("Killed");
  const acknowledged: string[] = [];
  for (const least of acknowledgedBefore) {
    const service = await installation.serve();
    acknowledged.push(...(await scoreUntilKilled(service, secret.key, least)));
  }
  const restarted = await installation.serve();
  expect(await restarted.stop()).toBe(0);
  const events = new Database(join(installation.data, "events.db"), { readonly: true });
  const stored = events.query<{ id: string }, []>("SELECT id FROM decisions").all();
  expect(events.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  events.close();
  const ids = new Set(stored.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
});

test("history.db is rebuilt when it is missing, with every identity", async () => {
  const { secret } = await installation.project("Remembered");
  const decisions: string[] = [];
  const decide = async (service: Service) => {
    const answer = await callRisk(service.url, secret.key, fullRequest());
    decisions.push(((await answer.json()) as { decisionId: string }).decisionId);
  };
  const before = await installation.serve();
  await decide(before);
  await decide(before);
  await before.stop();
  for (const end of ["", "-wal", "-shm"]) {
    rmSync(join(installation.data, `history.db${end}`), { force: true });
  }
  const after = await installation.serve();
  await decide(after);
  await after.stop();
  const shown = await Promise.all(
    decisions.map((decisionId) => {
      return installation.json<{ features: Record<string, number> }>(
        "decision",
        "show",
        decisionId,
      );
    }),
  );
  expect(shown.map(({ features }) => features.email_attempts_30d)).toEqual([0, 1, 2]);
});

/** Kills the service as soon as it has acknowledged so many decisions. @returns their IDs, and those of later ones. */
async function scoreUntilKilled(service: Service, key: string, least: number): Promise<string[]> {
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
  await waitUntil("acknowledged decisions", () => ids.length >= least, { intervalMs: 1 });
  service.process.kill("SIGKILL");
  await service.process.exited;
  running = false;
  await Promise.all(callers);
  return ids;
}
