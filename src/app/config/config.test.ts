import { describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { clientAddress, networkText } from "../../base/client-address.ts";
import { ipDatabasePaths, serveConfig } from "./config.ts";
import { dataConfig } from "./data.ts";
import { readinessUrl } from "./listener.ts";
import { UsageError } from "./setting.ts";

test("without flags and environment", () => {
  expect(serveConfig({}, {})).toEqual({
    accessLog: false,
    logLevel: "info",
    dataFolder: resolve("data"),
    host: "127.0.0.1",
    port: 3000,
    tls: null,
    rateLimit: 0,
    telemetryRateLimit: 2000,
    telemetryAddressLimit: 200,
    telemetryCollectionLimit: 20,
    telemetryKeyQuotaMib: 2048,
    telemetryProjectQuotaMib: 4096,
    telemetryAddressQuotaMib: 512,
    telemetryFreeSpaceMib: 1024,
    telemetryRetentionDays: 90,
    decisionRetentionDays: 0,
    skipUpgradeCopy: false,
    drainS: 1,
    requireSecondFactor: false,
    breachedPasswords: null,
    trustedProxies: [],
    ipDatabases: [],
    agents: [],
    agentAuthorities: [],
    webhookNetworks: [],
    operations: null,
    metricsToken: null,
    allowedHosts: [],
    otlp: null,
    backups: null,
  });
});

test("backups at an interval, by flags and by the environment", () => {
  const recipient = `age1${"q".repeat(58)}`;
  const unsigned = { into: "/backup", signWith: null };
  const wanted = { ...unsigned, everyMs: 6 * 3_600_000, keep: 7, recipients: [] };
  const flags = { backupEvery: "6h", backupTo: "/backup" };
  expect(serveConfig(flags, {}).backups).toEqual(wanted);
  const backups = serveConfig(
    {},
    {
      BOOKING_RISK_BACKUP_EVERY: "90s",
      BOOKING_RISK_BACKUP_TO: "/backup",
      BOOKING_RISK_BACKUP_KEEP: "30",
      BOOKING_RISK_BACKUP_RECIPIENT: `${recipient}, ${recipient}`,
    },
  ).backups;
  const recipients = [recipient, recipient];
  expect(backups).toEqual({ ...unsigned, everyMs: 90_000, keep: 30, recipients });
});

test.each(["9s", "32d", "6", "h", "1.5h", "-1h", "6H", "0d", ""])(
  "an interval of %p is refused",
  (backupEvery) => {
    expect(() => serveConfig({ backupEvery, backupTo: "/backup" }, {})).toThrow(UsageError);
  },
);

const environment = {
  BOOKING_RISK_DATA: "/env/data",
  BOOKING_RISK_HOST: "0.0.0.0",
  BOOKING_RISK_PORT: "4000",
  BOOKING_RISK_RATE_LIMIT: "40",
  BOOKING_RISK_TELEMETRY_RATE_LIMIT: "0",
  BOOKING_RISK_TELEMETRY_ADDRESS_LIMIT: "41",
  BOOKING_RISK_TELEMETRY_COLLECTION_LIMIT: "42",
  BOOKING_RISK_TELEMETRY_RETENTION_DAYS: "0",
  BOOKING_RISK_TRUSTED_PROXY: "10.0.0.1, 192.168.0.0/16,",
};

test("the environment speaks where there is no flag", () => {
  const config = serveConfig({}, environment);
  expect(config).toMatchObject({
    dataFolder: "/env/data",
    host: "0.0.0.0",
    port: 4000,
    rateLimit: 40,
    telemetryRateLimit: 0,
    telemetryAddressLimit: 41,
    telemetryCollectionLimit: 42,
    telemetryRetentionDays: 0,
  });
  expect(config.trustedProxies).toHaveLength(2);
});

test("an empty variable counts as unset", () => {
  const names = [
    ...Object.keys(environment),
    "BOOKING_RISK_DRAIN_SECONDS",
    "BOOKING_RISK_DECISION_RETENTION_DAYS",
    "BOOKING_RISK_TELEMETRY_KEY_QUOTA",
    "BOOKING_RISK_OPS_PORT",
    "BOOKING_RISK_BACKUP_KEEP",
  ];
  const empty = Object.fromEntries(names.map((name) => [name, ""]));
  expect(serveConfig({}, empty)).toEqual(serveConfig({}, {}));
});

test("a flag comes before the environment", () => {
  const config = serveConfig(
    {
      data: "/flag/data",
      host: "::1",
      port: "0",
      rateLimit: "1000000",
      telemetryRateLimit: "7",
      telemetryAddressLimit: "8",
      telemetryCollectionLimit: "9",
      telemetryRetention: "36500",
      trustedProxy: ["fd00::/8"],
    },
    environment,
  );
  expect(config).toMatchObject({
    dataFolder: "/flag/data",
    host: "::1",
    port: 0,
    rateLimit: 1_000_000,
    telemetryRateLimit: 7,
    telemetryAddressLimit: 8,
    telemetryCollectionLimit: 9,
    telemetryRetentionDays: 36_500,
  });
  expect(config.trustedProxies).toHaveLength(1);
  expect(clientAddress("fd00::1", "192.0.2.1", config.trustedProxies)).toBe("192.0.2.1");
});

test("what was read cannot be changed", () => {
  expect(Object.isFrozen(serveConfig({}, {}))).toBe(true);
});

describe("the data folder", () => {
  test("is absolute", () => {
    expect(dataConfig({ data: "x/../y" }, {}).dataFolder).toBe(resolve("y"));
  });

  test("is never the current folder for want of a name", () => {
    expect(() => dataConfig({ data: "" }, environment)).toThrow(UsageError);
    let folder = "refused";
    try {
      folder = dataConfig({}, { BOOKING_RISK_DATA: "" }).dataFolder;
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
    }
    expect(folder).not.toBe(process.cwd());
  });
});

test("the files of TLS are given together, by flags or variables", () => {
  const variables = { BOOKING_RISK_TLS_CERTIFICATE: "a.pem", BOOKING_RISK_TLS_KEY: "a.key" };
  const tls = { certificate: resolve("a.pem"), key: resolve("a.key") };
  expect(serveConfig({}, variables).tls).toEqual(tls);
  expect(serveConfig({ tlsCertificate: "a.pem", tlsKey: "a.key" }, {}).tls).toEqual(tls);
  for (const flags of [
    { tlsCertificate: "a.pem" },
    { tlsKey: "a.key" },
    { tlsCertificate: "", tlsKey: "a.key" },
  ]) {
    expect(() => serveConfig(flags, {})).toThrow("need each other");
  }
});

test("readiness is asked where the service listens, on this machine", () => {
  expect(readinessUrl({}, {})).toBe("http://127.0.0.1:3000/readyz");
  const everywhere = { BOOKING_RISK_HOST: "0.0.0.0", BOOKING_RISK_PORT: "8080" };
  expect(readinessUrl({}, everywhere)).toBe("http://127.0.0.1:8080/readyz");
  expect(readinessUrl({ host: "::", port: "1" }, everywhere)).toBe("http://[::1]:1/readyz");
  expect(readinessUrl({ host: "10.0.0.5" }, everywhere)).toBe("http://10.0.0.5:8080/readyz");
  const operations = { ...everywhere, BOOKING_RISK_OPS_PORT: "9100" };
  expect(readinessUrl({}, operations)).toBe("http://127.0.0.1:9100/readyz");
  const tls = { BOOKING_RISK_TLS_CERTIFICATE: "server.pem", BOOKING_RISK_TLS_KEY: "server.key" };
  expect(readinessUrl({}, { ...operations, ...tls })).toBe("https://127.0.0.1:9100/readyz");
  expect(() => readinessUrl({ port: "x" }, {})).toThrow(UsageError);
});

describe("the database's URL", () => {
  const url = "postgres://risk:secret@db.internal/risk";

  test("is in a variable, or in a file", () => {
    const folder = mkdtempSync(join(tmpdir(), "database-url-"));
    const file = join(folder, "url");
    writeFileSync(file, `${url}\n`);
    const ofFile = { DATABASE_URL_FILE: file };
    expect(dataConfig({}, { DATABASE_URL: url }).databaseUrl).toBe(url);
    expect(dataConfig({}, ofFile).databaseUrl).toBe(url);
    expect(() => dataConfig({}, { ...ofFile, DATABASE_URL: url })).toThrow(UsageError);
    rmSync(folder, { recursive: true });
    expect(() => dataConfig({}, ofFile)).toThrow("cannot be read (ENOENT)");
  });

  test("is in a flag, which contradicts no variable", () => {
    const folder = mkdtempSync(join(tmpdir(), "database-url-"));
    const file = join(folder, "url");
    writeFileSync(file, `${url}\n`);
    const flags = { databaseUrl: url };
    const ofFile = { DATABASE_URL_FILE: file };
    for (const env of [{}, { DATABASE_URL: "" }, { DATABASE_URL: url }, ofFile]) {
      expect(dataConfig(flags, env).databaseUrl).toBe(url);
      expect(serveConfig(flags, env).databaseUrl).toBe(url);
    }
    const other = { databaseUrl: `${url}2` };
    expect(() => dataConfig(other, { DATABASE_URL: url })).toThrow(
      "--database-url and DATABASE_URL name different databases; use one of them",
    );
    expect(() => dataConfig(other, ofFile)).toThrow("--database-url and DATABASE_URL_FILE name");
    expect(() => dataConfig(flags, { ...ofFile, DATABASE_URL: url })).toThrow(UsageError);
    const backups = { backupEvery: "6h", backupTo: join(folder, "backups") };
    expect(() => serveConfig({ ...flags, ...backups }, {})).toThrow("--backup-every");
    rmSync(folder, { recursive: true });
  });

  test("is never in a message", () => {
    const wrong = url.replace("postgres", "mysql");
    expect(() => dataConfig({}, { DATABASE_URL: wrong })).toThrow(
      /^DATABASE_URL must begin with postgres:\/\/ or postgresql:\/\/$/,
    );
    for (const databaseUrl of [wrong, ""]) {
      expect(() => dataConfig({ databaseUrl }, {})).toThrow(
        /^--database-url must begin with postgres:\/\/ or postgresql:\/\/$/,
      );
    }
  });
});

test("networks that webhooks may be sent to, by flags and by the environment", () => {
  const text = ({ webhookNetworks }: ReturnType<typeof serveConfig>) =>
    webhookNetworks.map(networkText);
  expect(text(serveConfig({ webhookNetwork: ["10.1.2.3/16", "::1"] }, {}))).toEqual([
    "10.1.0.0/16",
    "::1",
  ]);
  const env = { BOOKING_RISK_WEBHOOK_NETWORK: "127.0.0.1, 10.0.0.0/8," };
  expect(text(serveConfig({}, env))).toEqual(["127.0.0.1", "10.0.0.0/8"]);
  expect(() => serveConfig({ webhookNetwork: ["hooks.example"] }, {})).toThrow("--webhook-network");
});

describe("the databases of addresses", () => {
  const fixtures = resolve(import.meta.dir, "../../../test/fixtures/network");
  const city = join(fixtures, "city.mmdb");
  const asn = join(fixtures, "asn.mmdb");

  test("are absolute, in the order named, each once", () => {
    const here = relative(process.cwd(), city);
    expect(serveConfig({ ipDatabase: [asn, here, city] }, {}).ipDatabases).toEqual([asn, city]);
  });

  test("come from the environment where there is no flag", () => {
    const env = { BOOKING_RISK_IP_DATABASE: `${city}, ${asn},` };
    expect(serveConfig({}, env).ipDatabases).toEqual([city, asn]);
    expect(serveConfig({ ipDatabase: [asn] }, env).ipDatabases).toEqual([asn]);
    expect(serveConfig({}, { BOOKING_RISK_IP_DATABASE: "" }).ipDatabases).toEqual([]);
  });

  test("cannot be changed", () => {
    expect(Object.isFrozen(serveConfig({ ipDatabase: [asn] }, {}).ipDatabases)).toBe(true);
  });

  test("are refused when they cannot be used, in one line that says why", () => {
    const folder = mkdtempSync(join(tmpdir(), "booking-risk-config-"));
    const short = join(folder, "short.mmdb");
    writeFileSync(short, readFileSync(city).subarray(0, 1000));
    const refused: [path: string, message: string][] = [
      [join(folder, "none"), `--ip-database: ${join(folder, "none")} cannot be read (ENOENT)`],
      [folder, "cannot be read (not a file)"],
      [import.meta.path, "is not a MaxMind-format file (.mmdb), or its end is missing"],
      [short, "or its end is missing"],
    ];
    for (const [path, message] of refused) {
      expect(() => serveConfig({ ipDatabase: [city, path] }, {})).toThrow(UsageError);
      expect(() => serveConfig({ ipDatabase: [city, path] }, {})).toThrow(message);
    }
    rmSync(folder, { recursive: true });
  });

  test.each(["", " "])("must have a name: %j", (path) => {
    expect(() => serveConfig({ ipDatabase: [path] }, {})).toThrow(UsageError);
    expect(() => ipDatabasePaths({ ipDatabase: [path] }, {})).toThrow("--ip-database");
  });
});

test("the list of breached passwords is absolute, by the flag or else the environment", () => {
  const env = { BOOKING_RISK_BREACHED_PASSWORDS: "/lists/env.txt" };
  expect(serveConfig({}, env).breachedPasswords).toBe("/lists/env.txt");
  const breachedPasswords = "lists/flag.txt";
  expect(serveConfig({ breachedPasswords }, env).breachedPasswords).toBe(
    resolve(breachedPasswords),
  );
  expect(serveConfig({}, { BOOKING_RISK_BREACHED_PASSWORDS: "" }).breachedPasswords).toBeNull();
  for (const none of ["", " "]) {
    expect(() => serveConfig({ breachedPasswords: none }, env)).toThrow("--breached-passwords");
  }
});

describe("wrong usage", () => {
  test.each([
    "",
    " ",
    "-1",
    "65536",
    "1.5",
    "3000x",
    "0x10",
    "1e3",
    "٣٠٠٠",
    "99999999999999999999",
    "NaN",
  ])("port %j", (port) => {
    expect(() => serveConfig({ port }, {})).toThrow(UsageError);
    if (port === "") return; // An empty variable counts as unset.
    expect(() => serveConfig({}, { BOOKING_RISK_PORT: port })).toThrow(UsageError);
  });

  test("the highest port and the highest limits are taken, one more is not", () => {
    expect(serveConfig({ port: "65535" }, {}).port).toBe(65_535);
    for (const flag of ["rateLimit", "telemetryRateLimit"] as const) {
      expect(serveConfig({ [flag]: "1000000" }, {})[flag]).toBe(1_000_000);
      for (const text of ["1000001", "-1", "x", "", "0.5"]) {
        expect(() => serveConfig({ [flag]: text }, {})).toThrow(UsageError);
      }
    }
  });

  test("an empty host would listen everywhere", () => {
    expect(() => serveConfig({ host: "" }, {})).toThrow(UsageError);
  });

  test.each(["proxy.example.com", "10.0.0.256", "10.0.0.0/33", "::/129", "10.0.0.0/", "x/8", " "])(
    "trusted proxy %j",
    (text) => {
      expect(() => serveConfig({ trustedProxy: [text] }, {})).toThrow(UsageError);
      expect(() => serveConfig({}, { BOOKING_RISK_TRUSTED_PROXY: text })).toThrow(UsageError);
    },
  );

  test("the message names the flag", () => {
    expect(() => serveConfig({ port: "x" }, {})).toThrow("--port must be a whole number");
    expect(() => serveConfig({ rateLimit: "x" }, {})).toThrow("--rate-limit");
    expect(() => serveConfig({ telemetryRateLimit: "x" }, {})).toThrow("--telemetry-rate-limit");
    expect(() => serveConfig({ trustedProxy: ["x"] }, {})).toThrow("--trusted-proxy");
  });

  test.each([
    ["BOOKING_RISK_PORT", "BOOKING_RISK_PORT must be a whole number from 0 to 65535"],
    ["BOOKING_RISK_OPS_PORT", "BOOKING_RISK_OPS_PORT must be a whole number"],
    ["BOOKING_RISK_RATE_LIMIT", "BOOKING_RISK_RATE_LIMIT must be a whole number"],
    ["BOOKING_RISK_TELEMETRY_KEY_QUOTA", "BOOKING_RISK_TELEMETRY_KEY_QUOTA must be a whole number"],
    ["BOOKING_RISK_TELEMETRY_RETENTION_DAYS", "BOOKING_RISK_TELEMETRY_RETENTION_DAYS must be"],
    ["BOOKING_RISK_DECISION_RETENTION_DAYS", "BOOKING_RISK_DECISION_RETENTION_DAYS must be 31"],
    [
      "BOOKING_RISK_DRAIN_SECONDS",
      "BOOKING_RISK_DRAIN_SECONDS must be a whole number from 0 to 600",
    ],
    ["BOOKING_RISK_METRICS_TOKEN_FILE", "BOOKING_RISK_METRICS_TOKEN_FILE: "],
  ])("the message names the variable %s, if that is where the value is", (variable, message) => {
    const wrong = variable === "BOOKING_RISK_DECISION_RETENTION_DAYS" ? "5" : "none/x";
    expect(() => serveConfig({}, { [variable]: wrong })).toThrow(message);
  });

  test("the message of a wrong header names where it is", () => {
    const folder = mkdtempSync(join(tmpdir(), "otlp-headers-"));
    const otlpHeadersFile = join(folder, "headers");
    writeFileSync(otlpHeadersFile, "a=b\n");
    const flags = { otlpEndpoint: "http://c", otlpHeadersFile };
    const ofFlag = /^--otlp-header must/;
    expect(() => serveConfig({ ...flags, otlpHeader: ["secret"] }, {})).toThrow(ofFlag);
    writeFileSync(otlpHeadersFile, "secret");
    expect(() => serveConfig(flags, {})).toThrow(/^--otlp-headers-file must/);
    rmSync(folder, { recursive: true });
  });
});

describe("agents", () => {
  const agentAuthority = ["risk.example.com", "*.Hotel.example"];

  test("are hosts, with the file of their keys or without", () => {
    const agent = ["Assistant.example", "other.example:8443=keys/other.json"];
    expect(serveConfig({ agent, agentAuthority }, {})).toMatchObject({
      agents: [
        { host: "assistant.example", file: null },
        { host: "other.example:8443", file: resolve("keys/other.json") },
      ],
      agentAuthorities: ["risk.example.com", "*.hotel.example"],
    });
    const environment = {
      BOOKING_RISK_AGENT: "a.example, b.example=/k.json",
      BOOKING_RISK_AGENT_AUTHORITY: "risk.example.com",
    };
    expect(serveConfig({}, environment).agents).toEqual([
      { host: "a.example", file: null },
      { host: "b.example", file: "/k.json" },
    ]);
  });

  test.each(["", "https://a.example", "a.example/path", "a.example=", "*.a.example", "a b"])(
    "%j is none",
    (agent) => {
      expect(() => serveConfig({ agent: [agent], agentAuthority }, {})).toThrow(UsageError);
    },
  );

  test("need to know under which hosts the service is reached", () => {
    expect(() => serveConfig({ agent: ["a.example"] }, {})).toThrow(/--agent-authority/);
    expect(() =>
      serveConfig({ agent: ["a.example"], agentAuthority: ["https://b.example"] }, {}),
    ).toThrow(UsageError);
  });
});

describe("OpenTelemetry", () => {
  const otlpOf = (flags: Parameters<typeof serveConfig>[0], env: Record<string, string> = {}) =>
    serveConfig(flags, env).otlp;

  test("an address for all signals gets the path of each", () => {
    const expected = {
      tracesUrl: "http://c:4318/base/v1/traces",
      metricsUrl: "http://c:4318/base/v1/metrics",
      headers: {},
      traceRatio: 0.01,
      metricsEveryMs: 60_000,
    };
    expect(otlpOf({ otlpEndpoint: "http://c:4318/base" })).toEqual(expected);
    expect(otlpOf({ otlpEndpoint: "http://c:4318/base/" })).toEqual(expected);
    expect(otlpOf({}, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318/base" })).toEqual(expected);
  });

  test("a signal's own address is taken as it is, unless the flag says otherwise", () => {
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://t/in" };
    expect(otlpOf({}, env)).toMatchObject({ tracesUrl: "http://t/in", metricsUrl: null });
    expect(otlpOf({ otlpEndpoint: "http://c" }, env)?.tracesUrl).toBe("http://c/v1/traces");
  });

  test("a signal may be left out, and all of it turned off", () => {
    const otlpEndpoint = "http://c";
    expect(otlpOf({ otlpEndpoint, otlpSignal: ["metrics"] })?.tracesUrl).toBeNull();
    expect(otlpOf({ otlpEndpoint }, { OTEL_METRICS_EXPORTER: "none" })?.metricsUrl).toBeNull();
    expect(otlpOf({ otlpEndpoint }, { OTEL_SDK_DISABLED: "true" })).toBeNull();
    expect(otlpOf({}, { OTEL_SERVICE_NAME: "risk", OTEL_TRACES_SAMPLER_ARG: "1" })).toBeNull();
  });

  test("the ratio and the interval", () => {
    const env = { OTEL_TRACES_SAMPLER_ARG: "0.25", OTEL_METRIC_EXPORT_INTERVAL: "5000" };
    const otlpEndpoint = "http://c";
    expect(otlpOf({ otlpEndpoint }, env)).toMatchObject({ traceRatio: 0.25, metricsEveryMs: 5000 });
    for (const otlpTraceRatio of ["1.1", "-1", "", "1 %"]) {
      expect(() => otlpOf({ otlpEndpoint, otlpTraceRatio })).toThrow(UsageError);
    }
    for (const otlpMetricsInterval of ["999", "3600001"]) {
      expect(() => otlpOf({ otlpEndpoint, otlpMetricsInterval })).toThrow(UsageError);
    }
  });

  test("a sampler or a protocol that is not supported is refused", () => {
    const otlpEndpoint = "http://c";
    expect(() => otlpOf({ otlpEndpoint }, { OTEL_TRACES_SAMPLER: "always_on" })).toThrow(
      UsageError,
    );
    const grpc = { OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "grpc" };
    expect(() => otlpOf({ otlpEndpoint }, grpc)).toThrow(UsageError);
    expect(() => otlpOf({ otlpEndpoint, otlpSignal: ["logs"] })).toThrow(UsageError);
  });
});
