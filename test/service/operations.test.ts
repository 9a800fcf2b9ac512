/** Who reaches the metrics, the details of `/readyz` and the dashboard: by address, name, port and token. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { Installation, type Service } from "../fixtures/executable.ts";
import { curl, describeWith } from "../fixtures/needs.ts";

const token = "a-token-for-prometheus";
/** As a proxy says that somebody else called. */
const elsewhere = { "X-Forwarded-For": "203.0.113.7" };

const installation = new Installation();
await installation.project();

/** `fetch` sets Host by itself, curl as it is told. */
async function get(url: string, headers: Record<string, string> = {}) {
  const child = Bun.spawn(
    [
      "curl",
      "-s",
      "-i",
      url,
      ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ],
    { stdout: "pipe" },
  );
  const text = await child.stdout.text();
  const [head = "", body = ""] = text.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), head: head.toLowerCase(), body };
}

const opsUrlOf = ({ log }: Service) =>
  (
    log.map((line) => JSON.parse(line)).find(({ event }) => event === "serving") as {
      opsUrl: string;
    }
  ).opsUrl.replace(/\/$/, "");

describeWith(curl)("without a port of operations", async () => {
  const file = join(installation.folder, "token");
  writeFileSync(file, `${token}\n`);
  const service = await installation.serve("--metrics-token-file", file);
  const at = (path: string) => service.url + path;

  test("other machines read the metrics with the token only", async () => {
    expect((await get(at("/metrics"))).status).toBe(200);
    const refused = await get(at("/metrics"), elsewhere);
    expect(refused.status).toBe(401);
    expect(JSON.parse(refused.body).code).toBe("token_required");
    expect(refused.head).toContain("www-authenticate: bearer");
    expect(refused.body).not.toContain(token);
    const allowed = await get(at("/metrics"), { ...elsewhere, Authorization: `Bearer ${token}` });
    expect(allowed.status).toBe(200);
    expect(allowed.body).toContain("# HELP");
  });

  test("they learn from /readyz whether it is ready, and nothing else", async () => {
    const near = await get(at("/readyz"));
    const members = ["status", "version", "commit", "models", "warnings"];
    expect(Object.keys(JSON.parse(near.body))).toEqual(members);
    const far = await get(at("/readyz"), elsewhere);
    expect(far.status).toBe(200);
    expect(JSON.parse(far.body)).toEqual({ status: "ready" });
    const shown = await get(at("/readyz"), { ...elsewhere, Authorization: `Bearer ${token}` });
    expect(shown.body).toBe(near.body);
    expect((await get(at("/healthz"), elsewhere)).status).toBe(200);
  });

  test("a page whose name leads here reads neither, nor the dashboard", async () => {
    const rebound = { Host: "evil.example" };
    for (const path of ["/metrics", "/dashboard", "/", "/dashboard/api/session"]) {
      const { status, body } = await get(at(path), rebound);
      expect(status).toBe(421);
      expect(JSON.parse(body).code).toBe("host_not_allowed");
    }
    expect(JSON.parse((await get(at("/readyz"), rebound)).body)).toEqual({ status: "ready" });
    // The merchant's server and visitors come by any name.
    expect((await get(at("/sdk.js"), rebound)).status).toBe(200);
    expect((await get(at("/dashboard"), { Host: "localhost:1" })).status).toBe(200);
  });
});

describeWith(curl)("with a port of operations", async () => {
  const flags = ["--ops-port", "0", "--allowed-host", "risk.example.com"];
  const service = await installation.serve(...flags, "--trusted-proxy", "127.0.0.1");
  const ops = opsUrlOf(service);

  test("the public port has neither dashboard nor metrics", async () => {
    for (const path of ["/metrics", "/readyz", "/dashboard", "/dashboard/api/session", "/"]) {
      const { status, body } = await get(service.url + path);
      expect(status).toBe(404);
      expect(JSON.parse(body).code).toBe("not_found");
    }
    for (const path of ["/healthz", "/sdk.js", "/docs", "/openapi.json"]) {
      expect((await get(service.url + path)).status).toBe(200);
    }
  });

  test("the port of operations has them, and neither scoring nor telemetry", async () => {
    for (const path of ["/metrics", "/readyz", "/dashboard", "/healthz", "/docs"]) {
      expect((await get(ops + path, { Host: "risk.example.com" })).status).toBe(200);
    }
    expect((await get(`${ops}/metrics`, elsewhere)).status).toBe(200);
    for (const path of ["/v1/risk", "/sdk/batch", "/sdk.js"]) {
      expect((await get(ops + path)).status).toBe(404);
    }
    expect((await get(`${ops}/metrics`, { Host: "evil.example" })).status).toBe(421);
  });

  test("behind TLS, browsers are told to stay with it", async () => {
    const secure = { Host: "risk.example.com", "X-Forwarded-Proto": "https" };
    expect((await get(`${ops}/dashboard`, secure)).head).toContain(
      "strict-transport-security: max-age=31536000",
    );
    expect((await get(`${ops}/dashboard`)).head).not.toContain("strict-transport-security");
  });

  test("it ends with SIGTERM as ever", async () => {
    expect(await service.stop()).toBe(0);
  });
});

test("a start that other machines reach without TLS is a warning", async () => {
  const warned = ({ log }: Service) => log.some((line) => line.includes('"no_tls"'));
  const exposed = await installation.serve("--host", "0.0.0.0");
  const behind = await installation.serve("--host", "0.0.0.0", "--trusted-proxy", "10.0.0.5");
  const local = await installation.serve();
  await waitUntil("the warning", () => warned(exposed));
  // Whatever they log at their start is complete when they have ended.
  for (const service of [behind, local]) await service.stop();
  expect([behind, local].map(warned)).toEqual([false, false]);
});

test.each([
  [["--ops-host", "10.0.0.1"], /--ops-host needs --ops-port/],
  [["--ops-port", "x"], /--ops-port must be a whole number/],
  [["--metrics-token", "short"], /must have 16 to 256 characters/],
  [["--metrics-token", "a b c d e f g h i j"], /without spaces/],
  [["--metrics-token-file", "/nonexistent"], /cannot be read \(ENOENT\)/],
  [["--metrics-token", token, "--metrics-token-file", "x"], /use either/],
  [["--allowed-host", "risk.example.com:443x"], /--allowed-host must be a host/],
  [["--allowed-host", "https://risk.example.com"], /--allowed-host must be a host/],
])("%p is refused", async (flags, message) => {
  const { status, error } = await installation.run("serve", "--port", "0", ...flags);
  expect(status).toBe(2);
  expect(error).toMatch(message);
  expect(error).not.toContain("short");
});

test("a variable that is not a setting is refused, unless others set it", async () => {
  const misspelt = new Installation({ BOOKING_RISK_DECISION_RETENTION: "395" });
  for (const command of [
    ["serve", "--port", "0"],
    ["project", "create", "Hotel"],
  ]) {
    const { status, error } = await misspelt.run(...command);
    expect(status).toBe(2);
    expect(error).toContain("BOOKING_RISK_DECISION_RETENTION is not a setting");
    expect(error).toContain("did you mean BOOKING_RISK_DECISION_RETENTION_DAYS?");
  }
  const linked = new Installation({
    BOOKING_RISK_SERVICE_HOST: "10.0.0.1",
    BOOKING_RISK_PORT_3000_TCP: "tcp://10.0.0.1:3000",
    BOOKING_RISK_SECRET_KEY: "sk_example",
    BOOKING_RISK_DECISION_RETENTION_DAYS: "395",
  });
  expect((await linked.run("project", "create", "Hotel")).status).toBe(0);
});

test("ready asks the service that runs here, for health checks", async () => {
  const service = await installation.serve();
  const { port } = new URL(service.url);
  expect(await installation.json<unknown>("ready", "--port", port)).toEqual({ ready: true });
  await service.stop();
  const stopped = await installation.run("ready", "--port", port);
  expect(stopped.status).toBe(1);
  expect(stopped.error).toContain(`nothing answers at http://127.0.0.1:${port}/readyz`);
  const problem = { status: 503, detail: "The service is about to stop." };
  const stopping = Bun.serve({ port: 0, fetch: () => Response.json(problem, { status: 503 }) });
  const refused = await installation.run("ready", "--port", String(stopping.port));
  await stopping.stop(true);
  expect(refused.status).toBe(1);
  expect(refused.error).toContain("not ready: 503 The service is about to stop.");
});
