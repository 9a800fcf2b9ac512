/** `--config FILE`: the settings of a file, and what comes before them. */
import { expect, test } from "bun:test";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { Installation } from "../fixtures/executable.ts";

const installation = new Installation();
const inFolder = (name: string) => join(installation.folder, name);

function write(name: string, ...lines: string[]): string {
  writeFileSync(inFolder(name), lines.join("\n"));
  return name;
}

/** The address that `ready` asks, where nothing answers. */
async function asked(environment: Record<string, string>, ...flags: string[]): Promise<string> {
  const { error } = await new Installation({ ...environment }).run("ready", ...flags);
  return /nothing answers at (\S+)\/readyz/.exec(error)?.[1] ?? error;
}

test("a flag comes before a variable, and a variable before the file", async () => {
  const file = inFolder(write("order.toml", "port = 1", 'host = "127.0.0.3"'));
  const ofFile = { BOOKING_RISK_CONFIG: file };
  expect(await asked({}, "--config", file)).toBe("http://127.0.0.3:1");
  expect(await asked(ofFile)).toBe("http://127.0.0.3:1");
  expect(await asked({ ...ofFile, BOOKING_RISK_PORT: "2" })).toBe("http://127.0.0.3:2");
  expect(await asked({ ...ofFile, BOOKING_RISK_PORT: "" })).toBe("http://127.0.0.3:1");
  const both = { ...ofFile, BOOKING_RISK_PORT: "2" };
  expect(await asked(both, "--port", "3")).toBe("http://127.0.0.3:3");
  const other = inFolder(write("other.toml", "port = 4"));
  expect(await asked(ofFile, "--config", other)).toBe("http://127.0.0.1:4");
});

test("serve takes values of each kind, and other commands the same data folder", async () => {
  const data = inFolder("elsewhere");
  const settings = ["access-log = true", 'allowed-host = ["risk.example.com"]', "rate-limit = 50"];
  const file = write("serve.toml", ...settings, `data = ${JSON.stringify(data)}`);
  const service = await installation.serve("--config", file);
  const of = (host: string) =>
    fetch(`${service.url}/dashboard/api/session`, { headers: { Host: host } });
  expect((await of("risk.example.com")).status).not.toBe(421);
  expect((await of("other.example.com")).status).toBe(421);
  await waitUntil("the access log", () => service.log.some((line) => line.includes('"request"')));
  const onPostgres = "DATABASE_URL" in installation.environment;
  expect(existsSync(join(data, "control.db"))).toBe(!onPostgres);
  await installation.json("project", "create", "Hotel", "--config", file);
  expect(await installation.json<object[]>("project", "list", "--config", file)).toHaveLength(1);
  expect(await service.stop()).toBe(0);
});

test("a flag of the same name that is no setting of the service is left alone", async () => {
  const { projectId, secret } = await installation.project();
  const file = write("rate.toml", "rate-limit = 5", 'telemetry-retention = "7"');
  const expires = ["--expires", "never", "--config", file];
  expect((await installation.run("key", "set", secret.keyId, ...expires)).status).toBe(0);
  const keys = await installation.json<object[]>("key", "list", "--project", projectId);
  expect(keys).toContainEqual(expect.objectContaining({ keyId: secret.keyId, rateLimit: null }));
});

test.each([
  ["drain = 601", "drain must be a whole number from 0 to 600"],
  ['ops-host = "127.0.0.1"', "ops-host needs --ops-port"],
  ['data = ""', "data must name a folder"],
  ['database-url = "mysql://risk"', "database-url must begin with postgres://"],
  ['metrics-token = "short"', "metrics-token: the token must have 16 to 256 characters"],
  ['log-level = "loud"', "log-level must be debug"],
  ["skip-upgrade-copy = true", "skip-upgrade-copy is not a setting"],
  ['config = "other.toml"', "config is not a setting"],
  ["rate-limits = 1", "rate-limits is not a setting (did you mean rate-limit?)"],
])("serve refuses %p with the file's name", async (line, message) => {
  const file = write("wrong.toml", line);
  chmodSync(inFolder(file), 0o600);
  const { status, out, error } = await installation.run("serve", "--port", "0", "--config", file);
  expect({ status, out }).toEqual({ status: 2, out: "" });
  expect(error).toStartWith(`booking-risk: wrong.toml: ${message}`);
  expect(error).not.toContain("short");
});
