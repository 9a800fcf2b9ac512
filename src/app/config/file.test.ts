import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FileValueKind, readConfigurationFile } from "./file.ts";

const folder = mkdtempSync(join(tmpdir(), "configuration-"));
const path = join(folder, "config.toml");
afterAll(() => rmSync(folder, { recursive: true }));

const kinds = new Map<string, FileValueKind>([
  ["port", "text"],
  ["metrics-token", "text"],
  ["access-log", "switch"],
  ["trusted-proxy", "list"],
]);

function read(text: string, mode = 0o644) {
  writeFileSync(path, text);
  chmodSync(path, mode);
  return Object.fromEntries(readConfigurationFile({ name: "--config", text: path }, kinds));
}

test("values are as those of flags", () => {
  const lines = [
    "# The public port.",
    "port = 8080",
    "access-log = false",
    'trusted-proxy = ["10.0.0.5", "fd00::/8"]',
  ];
  expect(read(lines.join("\r\n"))).toEqual({
    port: "8080",
    "access-log": false,
    "trusted-proxy": ["10.0.0.5", "fd00::/8"],
  });
  expect(read('port = "0"\ntrusted-proxy = []')).toEqual({ port: "0", "trusted-proxy": [] });
  expect(read("")).toEqual({});
  expect(read("\ufeffport = 1")).toEqual({ port: "1" });
});

test.each([
  ["prot = 1", "prot is not a setting (did you mean port?)"],
  ["Port = 1", "Port is not a setting (did you mean port?)"],
  ["[port]\nnumber = 1", "port must be a text or a number"],
  ["[service]\nport = 1", "service is not a setting"],
  ["port = true", "port must be a text or a number"],
  ["port = [1]", "port must be a text or a number"],
  ["access-log = 1", "access-log must be true or false"],
  ['access-log = "true"', "access-log must be true or false"],
  ['trusted-proxy = "10.0.0.5"', "trusted-proxy must be a list of texts"],
  ["trusted-proxy = [true]", "trusted-proxy must be a list of texts"],
])("%j is refused with the name of the file and the key", (text, message) => {
  expect(() => read(text)).toThrow(`${path}: ${message}`);
});

test.each([
  ['metrics-token = "quite-secret', 1],
  ["metrics-token = quite-secret", 1],
  ["= quite-secret", 1],
  ["port = 3000\nport = 3000", 2],
  ["\ufeff\n\n# Public.\r\nport = 1\r\n\r\nmetrics-token = quite-secret\r\naccess-log = true", 6],
  ['trusted-proxy = [\n  "10.0.0.5",\n]\nmetrics-token = """quite-\nsecret""\nport = 1\n', 4],
])("%j is not TOML: the line is named, and nothing is quoted", (text, line) => {
  const message = `^${path} is not valid TOML: see line ${line}$`;
  expect(() => read(text, 0o600)).toThrow(new RegExp(message));
});

test("a file that cannot be read is named, with what names it", () => {
  const none = { name: "BOOKING_RISK_CONFIG", text: join(folder, "none.toml") };
  expect(() => readConfigurationFile(none, kinds)).toThrow(
    `BOOKING_RISK_CONFIG: ${none.text} cannot be read (ENOENT)`,
  );
});

test.skipIf(process.platform === "win32")(
  "a file with a secret is refused if every user may read it",
  () => {
    const token = 'metrics-token = "0123456789abcdef"';
    expect(() => read(token, 0o644)).toThrow(`${path}: metrics-token is secret`);
    expect(() => read(token, 0o644)).not.toThrow("0123456789abcdef");
    expect(read(token, 0o640)).toEqual({ "metrics-token": "0123456789abcdef" });
    expect(read("port = 1", 0o644)).toEqual({ port: "1" });
  },
);
