/** Configuration from flags and environment variables: read once, validated, frozen, passed on. */
import { readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { resolve, sep } from "node:path";
import type { KnownAgent } from "./agents/directories.ts";
import { parseNetwork, type TrustedProxies } from "./client-address.ts";
import { describeDatabase, UnusableDatabase } from "./geoip/database.ts";
import { type LogLevel, logLevels } from "./log.ts";
import type { OtlpConfig } from "./otlp/config.ts";

/** Of every command. */
export interface DataFlags {
  data?: string;
  databaseUrl?: string;
}

export interface DataConfig {
  /** The folder of the databases, absolute; beside PostgreSQL, of this copy's own files. */
  dataFolder: string;
  /** Of PostgreSQL, which any number of copies share; absent: SQLite in the data folder. */
  databaseUrl?: string | undefined;
}

/** Of the listener for the team and for monitoring, and who may read the metrics. */
interface OperationsConfig {
  /** Null: the public listener answers everything. */
  operations: { host: string; port: number } | null;
  metricsToken: string | null;
  /** Names under which the dashboard and the metrics are reached, in lower case, without a port. */
  allowedHosts: readonly string[];
}

/** Backups that the service has made. */
interface BackupConfig {
  backups: {
    everyMs: number;
    /** The folder of the backups, absolute. */
    into: string;
    keep: number;
    /** Public keys of age; none: it is not encrypted, unless there is a passphrase. */
    recipients: readonly string[];
  } | null;
}

export interface ServeConfig extends DataConfig, OperationsConfig, BackupConfig {
  host: string;
  port: number;
  /** Scoring requests per second and project; 0 for no limit. */
  rateLimit: number;
  /**
   * Telemetry batches per second: for each publishable key, each IP address and each collection; 0
   * for no limit.
   */
  telemetryRateLimit: number;
  telemetryAddressLimit: number;
  telemetryCollectionLimit: number;
  /** MiB of telemetry per day: with each publishable key, for each project and from each address of a project's; 0 for no limit. */
  telemetryKeyQuotaMib: number;
  telemetryProjectQuotaMib: number;
  telemetryAddressQuotaMib: number;
  /** MiB of free disk space below which telemetry is refused; 0 for none. */
  telemetryFreeSpaceMib: number;
  /** Days of retention of raw telemetry; 0 for no end. */
  telemetryRetentionDays: number;
  /** Days for which decisions are whole, of projects that do not say; 0 for no end. */
  decisionRetentionDays: number;
  /** Databases of an older version are changed without a copy of them. */
  skipUpgradeCopy: boolean;
  /** Seconds between the first sign of a stop and the end of accepting. */
  drainS: number;
  /** Every project requires a second factor of its members. */
  requireSecondFactor: boolean;
  /** The list of breached passwords, absolute; null for none. */
  breachedPasswords: string | null;
  trustedProxies: TrustedProxies;
  /** Agents whose signatures are verified, and the hosts under which they reach this service. */
  agents: readonly KnownAgent[];
  agentAuthorities: readonly string[];
  /** MaxMind-format files, absolute; the first one takes precedence. */
  ipDatabases: readonly string[];
  /** The least level of the log. */
  logLevel: LogLevel;
  /** Whether each response has a line in the log. */
  accessLog: boolean;
  /** Where OpenTelemetry's traces and metrics are sent; null for nowhere. */
  otlp: OtlpConfig | null;
}

/** As of a project, src/privacy/retention.ts: this module imports none of those that it configures. */
const decisionRetentionDaysMin = 31;
const decisionRetentionDaysMax = 36_500;

/** Wrong usage: the command ends with status 2 and this message. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

type Environment = Readonly<Record<string, string | undefined>>;

export function dataConfig(flags: DataFlags, env: Environment): DataConfig {
  if (flags.data === "") throw new UsageError("--data must name a folder");
  return {
    dataFolder: resolve(flags.data ?? (env.BOOKING_RISK_DATA || "./data")),
    databaseUrl: databaseUrl(flags, env),
  };
}

/**
 * From the flag, or the variable, or a file that another variable names, as containers get their secrets. Where two
 * of them differ, none wins: a command on the wrong database is worse than one that is refused.
 */
function databaseUrl(flags: DataFlags, env: Environment): string | undefined {
  const file = env.DATABASE_URL_FILE || undefined;
  const inVariable = env.DATABASE_URL || undefined;
  if (file !== undefined && inVariable !== undefined) {
    throw new UsageError("use either DATABASE_URL or DATABASE_URL_FILE");
  }
  const variable = file === undefined ? "DATABASE_URL" : "DATABASE_URL_FILE";
  const set = file === undefined ? inVariable : contentOf(variable, file);
  const given = flags.databaseUrl;
  if (given !== undefined && set !== undefined && given !== set) {
    throw new UsageError(
      `--database-url and ${variable} name different databases; use one of them`,
    );
  }
  const url = given ?? set;
  // It may have a password, which no message shows.
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url;
  const name = given === undefined ? "DATABASE_URL" : "--database-url";
  throw new UsageError(`${name} must begin with postgres:// or postgresql://`);
}

/** The paths of the given files, which are not read. */
export function ipDatabasePaths(flags: { ipDatabase?: string[] }, env: Environment): string[] {
  const named = flags.ipDatabase ?? env.BOOKING_RISK_IP_DATABASE?.split(",").filter(Boolean) ?? [];
  const paths = named.map((path) => path.trim());
  if (paths.includes("")) throw new UsageError("--ip-database must name a file");
  return [...new Set(paths.map((path) => resolve(path)))];
}

/** The path of the list, which is not read. */
export function breachedPasswordsPath(
  flags: { breachedPasswords?: string },
  env: Environment,
): string | null {
  const path = flags.breachedPasswords ?? (env.BOOKING_RISK_BREACHED_PASSWORDS || undefined);
  if (path?.trim() === "") throw new UsageError("--breached-passwords must name a file");
  return path === undefined ? null : resolve(path);
}

/** How the service is reached, without checking it: for `doctor`, which says what it means. */
export function proxyConfig(
  flags: { host?: string; trustedProxy?: string[] },
  env: Environment,
): { host: string; proxies: readonly string[] } {
  return {
    host: flags.host ?? (env.BOOKING_RISK_HOST || "127.0.0.1"),
    proxies: flags.trustedProxy ?? listed(env.BOOKING_RISK_TRUSTED_PROXY),
  };
}

export function serveConfig(
  flags: {
    host?: string;
    port?: string;
    rateLimit?: string;
    telemetryRateLimit?: string;
    telemetryAddressLimit?: string;
    telemetryCollectionLimit?: string;
    telemetryKeyQuota?: string;
    telemetryProjectQuota?: string;
    telemetryAddressQuota?: string;
    telemetryFreeSpace?: string;
    telemetryRetention?: string;
    opsHost?: string;
    opsPort?: string;
    metricsToken?: string;
    metricsTokenFile?: string;
    allowedHost?: string[];
    decisionRetention?: string;
    drain?: string;
    skipUpgradeCopy?: boolean;
    requireTwoFactor?: boolean;
    breachedPasswords?: string;
    backupEvery?: string;
    backupTo?: string;
    backupKeep?: string;
    backupRecipient?: string[];
    trustedProxy?: string[];
    ipDatabase?: string[];
    agent?: string[];
    agentAuthority?: string[];
    logLevel?: string;
    accessLog?: boolean;
  } & DataFlags &
    OtlpFlags,
  env: Environment,
): Readonly<ServeConfig> {
  const host = flags.host ?? (env.BOOKING_RISK_HOST || "127.0.0.1");
  if (host === "") throw new UsageError("--host must be an address; 0.0.0.0 is every one");
  const proxies =
    flags.trustedProxy ?? env.BOOKING_RISK_TRUSTED_PROXY?.split(",").filter(Boolean) ?? [];
  const data = dataConfig(flags, env);
  const backup = backupConfig(flags, env);
  if (data.databaseUrl && backup.backups) {
    throw new UsageError(
      "--backup-every is for a data folder; back PostgreSQL up with its own tools",
    );
  }
  return Object.freeze({
    ...data,
    host,
    port: wholeNumber("--port", flags.port ?? env.BOOKING_RISK_PORT ?? "3000", 65_535),
    rateLimit: limit("--rate-limit", flags.rateLimit ?? env.BOOKING_RISK_RATE_LIMIT ?? "0"),
    telemetryRateLimit: limit(
      "--telemetry-rate-limit",
      flags.telemetryRateLimit ?? env.BOOKING_RISK_TELEMETRY_RATE_LIMIT ?? "2000",
    ),
    telemetryAddressLimit: limit(
      "--telemetry-address-limit",
      flags.telemetryAddressLimit ?? env.BOOKING_RISK_TELEMETRY_ADDRESS_LIMIT ?? "200",
    ),
    telemetryCollectionLimit: limit(
      "--telemetry-collection-limit",
      flags.telemetryCollectionLimit ?? env.BOOKING_RISK_TELEMETRY_COLLECTION_LIMIT ?? "20",
    ),
    ...telemetrySpace(flags, env),
    telemetryRetentionDays: wholeNumber(
      "--telemetry-retention",
      flags.telemetryRetention ?? env.BOOKING_RISK_TELEMETRY_RETENTION_DAYS ?? "90",
      36_500,
    ),
    decisionRetentionDays: decisionRetention(
      flags.decisionRetention ?? env.BOOKING_RISK_DECISION_RETENTION_DAYS ?? "0",
    ),
    skipUpgradeCopy: flags.skipUpgradeCopy ?? false,
    drainS: wholeNumber("--drain", flags.drain ?? env.BOOKING_RISK_DRAIN_SECONDS ?? "1", drainSMax),
    requireSecondFactor: flags.requireTwoFactor ?? isOn("BOOKING_RISK_REQUIRE_TWO_FACTOR", env),
    breachedPasswords: breachedPasswordsPath(flags, env),
    trustedProxies: proxies.map(trustedProxy),
    ipDatabases: Object.freeze(ipDatabasePaths(flags, env).map(ipDatabase)),
    ...operationsConfig(flags, env),
    ...backup,
    ...agentConfig(flags, env),
    ...logConfig(flags, env),
    otlp: otlpConfig(flags, env),
  });
}

/** Where the service that is started with the same flags and variables answers `/readyz`. */
export function readinessUrl(
  flags: { host?: string; port?: string; opsHost?: string; opsPort?: string },
  env: Environment,
): string {
  const { operations } = operationsConfig(flags, env);
  const { host, port } = operations ?? {
    host: flags.host ?? (env.BOOKING_RISK_HOST || "127.0.0.1"),
    port: wholeNumber("--port", flags.port ?? env.BOOKING_RISK_PORT ?? "3000", 65_535),
  };
  // What listens on every address is asked on this machine's own.
  const own = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}/readyz`;
}

/** A token of fewer characters is guessed, and one of more is a wrong file. */
export const tokenCharacters = { min: 16, max: 256 } as const;

function operationsConfig(
  flags: {
    opsHost?: string;
    opsPort?: string;
    metricsToken?: string;
    metricsTokenFile?: string;
    allowedHost?: string[];
  },
  env: Environment,
): OperationsConfig {
  const port = flags.opsPort ?? (env.BOOKING_RISK_OPS_PORT || undefined);
  const host = flags.opsHost ?? (env.BOOKING_RISK_OPS_HOST || undefined);
  if (host === "") throw new UsageError("--ops-host must be an address; 0.0.0.0 is every one");
  if (host !== undefined && port === undefined) throw new UsageError("--ops-host needs --ops-port");
  const operations =
    port === undefined
      ? null
      : { host: host ?? "127.0.0.1", port: wholeNumber("--ops-port", port, 65_535) };
  const hosts = flags.allowedHost ?? listed(env.BOOKING_RISK_ALLOWED_HOST);
  return { operations, metricsToken: metricsToken(flags, env), allowedHosts: hosts.map(hostName) };
}

function metricsToken(
  flags: { metricsToken?: string; metricsTokenFile?: string },
  env: Environment,
): string | null {
  const { min, max } = tokenCharacters;
  const file = flags.metricsTokenFile ?? (env.BOOKING_RISK_METRICS_TOKEN_FILE || undefined);
  const given = flags.metricsToken ?? (env.BOOKING_RISK_METRICS_TOKEN || undefined);
  if (file !== undefined && given !== undefined) {
    throw new UsageError("use either --metrics-token or --metrics-token-file");
  }
  const token = file === undefined ? given : contentOf("--metrics-token-file", file);
  if (token === undefined) return null;
  if (/^[\x21-\x7e]+$/.test(token) && token.length >= min && token.length <= max) return token;
  throw new UsageError(
    `the token of the metrics must have ${min} to ${max} characters, without spaces`,
  );
}

function contentOf(flag: string, file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code } = error as { code?: string };
    throw new UsageError(`${flag}: ${file} cannot be read (${code})`);
  }
}

/** @returns a name as URLs spell it, without a port. */
function hostName(text: string): string {
  const host = hostOf(text);
  const name = host === null ? undefined : URL.parse(`https://${host}`)?.hostname;
  if (name && name === host) return name;
  throw new UsageError("--allowed-host must be a host without a port, such as risk.example.com");
}

function logConfig(
  flags: { logLevel?: string; accessLog?: boolean },
  env: Environment,
): Pick<ServeConfig, "logLevel" | "accessLog"> {
  const wanted = flags.logLevel ?? (env.BOOKING_RISK_LOG_LEVEL || "info");
  const logLevel = logLevels.find((level) => level === wanted);
  if (!logLevel) throw new UsageError(`--log-level must be ${logLevels.join(", ")}`);
  return { logLevel, accessLog: flags.accessLog ?? isOn("BOOKING_RISK_ACCESS_LOG", env) };
}

function isOn(name: string, env: Environment): boolean {
  const set = env[name] || "0";
  if (set !== "0" && set !== "1") throw new UsageError(`${name} must be 0 or 1`);
  return set === "1";
}

/**
 * A visit sends some 20 KB, so that the quota of a key is for 100,000 visits a day. Without quotas one
 * address could send 500 GiB a day within the limits a second.
 */
function telemetrySpace(
  flags: {
    telemetryKeyQuota?: string;
    telemetryProjectQuota?: string;
    telemetryAddressQuota?: string;
    telemetryFreeSpace?: string;
  },
  env: Environment,
): Pick<
  ServeConfig,
  | "telemetryKeyQuotaMib"
  | "telemetryProjectQuotaMib"
  | "telemetryAddressQuotaMib"
  | "telemetryFreeSpaceMib"
> {
  return {
    telemetryKeyQuotaMib: mebibytes(
      "--telemetry-key-quota",
      flags.telemetryKeyQuota ?? env.BOOKING_RISK_TELEMETRY_KEY_QUOTA ?? "2048",
    ),
    telemetryProjectQuotaMib: mebibytes(
      "--telemetry-project-quota",
      flags.telemetryProjectQuota ?? env.BOOKING_RISK_TELEMETRY_PROJECT_QUOTA ?? "4096",
    ),
    telemetryAddressQuotaMib: mebibytes(
      "--telemetry-address-quota",
      flags.telemetryAddressQuota ?? env.BOOKING_RISK_TELEMETRY_ADDRESS_QUOTA ?? "512",
    ),
    telemetryFreeSpaceMib: mebibytes(
      "--telemetry-free-space",
      flags.telemetryFreeSpace ?? env.BOOKING_RISK_TELEMETRY_FREE_SPACE ?? "1024",
    ),
  };
}

function decisionRetention(text: string): number {
  const days = wholeNumber("--decision-retention", text, decisionRetentionDaysMax);
  if (days === 0 || days >= decisionRetentionDaysMin) return days;
  throw new UsageError(
    `--decision-retention must be ${decisionRetentionDaysMin} days or more, or 0 for ever`,
  );
}

/** Each is a copy of everything: more often than this, the next one would begin before the last has ended. */
const backupEveryS = { min: 10, max: 31 * 86_400 } as const;
const secondsOf = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
const backupsKeptDefault = "7";
/** A folder of more files is listed slowly; every hour for a year is 8,760. */
const backupsKeptMax = 10_000;

function backupConfig(
  flags: {
    data?: string;
    backupEvery?: string;
    backupTo?: string;
    backupKeep?: string;
    backupRecipient?: string[];
  },
  env: Environment,
): BackupConfig {
  const every = flags.backupEvery ?? (env.BOOKING_RISK_BACKUP_EVERY || undefined);
  const to = flags.backupTo ?? (env.BOOKING_RISK_BACKUP_TO || undefined);
  const keep = flags.backupKeep ?? (env.BOOKING_RISK_BACKUP_KEEP || undefined);
  const recipients = flags.backupRecipient ?? listed(env.BOOKING_RISK_BACKUP_RECIPIENT);
  if (every === undefined && to === undefined) {
    if (keep === undefined && recipients.length === 0) return { backups: null };
    throw new UsageError("--backup-keep and --backup-recipient need --backup-every");
  }
  if (every === undefined || !to) {
    throw new UsageError("--backup-every INTERVAL and --backup-to FOLDER need each other");
  }
  const into = resolve(to);
  const { dataFolder } = dataConfig(flags, env);
  if (into === dataFolder || into.startsWith(`${dataFolder}${sep}`)) {
    throw new UsageError("--backup-to must not be in the data folder: both would be lost together");
  }
  return {
    backups: Object.freeze({
      everyMs: interval("--backup-every", every),
      into,
      keep: backupsKept("--backup-keep", keep),
      recipients: Object.freeze(recipients.map(ageRecipient)),
    }),
  };
}

/** `90s`, `30m`, `6h` or `1d`. @returns ms */
function interval(name: string, text: string): number {
  const [, number, unit] = /^(\d{1,7})([smhd])$/.exec(text) ?? [];
  const seconds = Number(number) * secondsOf[unit as keyof typeof secondsOf];
  const { min, max } = backupEveryS;
  if (seconds >= min && seconds <= max) return seconds * 1000;
  throw new UsageError(`${name} must be a time such as 30m, 6h or 1d, from 10s to 31d`);
}

/** How many backups are kept in a folder. */
export function backupsKept(name: string, text = backupsKeptDefault): number {
  const kept = wholeNumber(name, text, backupsKeptMax);
  if (kept > 0) return kept;
  throw new UsageError(`${name} must be 1 or more`);
}

/** A mistyped one is noticed at the start, not by a failed backup hours later. */
function ageRecipient(text: string): string {
  if (/^age1[0-9a-z]{20,4000}$/.test(text)) return text;
  throw new UsageError("--backup-recipient must be a public key of age, which begins with age1");
}

/** Longer than any load balancer takes to see that a service is not ready. */
const drainSMax = 600;

function agentConfig(
  flags: { agent?: string[]; agentAuthority?: string[] },
  env: Environment,
): Pick<ServeConfig, "agents" | "agentAuthorities"> {
  const named = flags.agent ?? listed(env.BOOKING_RISK_AGENT);
  const hosts = flags.agentAuthority ?? listed(env.BOOKING_RISK_AGENT_AUTHORITY);
  if (named.length > 0 && hosts.length === 0) {
    throw new UsageError(
      "--agent needs --agent-authority: the hosts under which agents reach this service, so that a " +
        "signature made for another site is not taken for one made for yours",
    );
  }
  return { agents: named.map(knownAgent), agentAuthorities: hosts.map(agentAuthority) };
}

const listed = (text: string | undefined) =>
  text
    ?.split(",")
    .map((one) => one.trim())
    .filter(Boolean) ?? [];

/** `HOST`, or `HOST=FILE` with the file of its keys. */
function knownAgent(text: string): KnownAgent {
  const [name = "", file] = text.split(/=(.*)/s, 2);
  const host = hostOf(name);
  if (host && file !== "") return { host, file: file === undefined ? null : resolve(file) };
  throw new UsageError("--agent must be a host such as assistant.example, or HOST=FILE");
}

function agentAuthority(text: string): string {
  const [, wildcard = "", name = ""] = /^(\*\.)?(.*)$/s.exec(text.trim())!;
  const host = hostOf(name);
  if (host) return wildcard + host;
  throw new UsageError("--agent-authority must be a host such as risk.example.com");
}

/** As URLs spell it, with its port unless that is 443; null where the text is no host. */
function hostOf(text: string): string | null {
  if (!/^[^\s/\\?#@*%]+$/.test(text.trim())) return null;
  return URL.parse(`https://${text.trim()}`)?.host ?? null;
}

interface OtlpFlags {
  otlpEndpoint?: string;
  otlpHeader?: string[];
  otlpHeadersFile?: string;
  otlpSignal?: string[];
  otlpTraceRatio?: string;
  otlpMetricsInterval?: string;
}

/** The environment variables are OpenTelemetry's own: its SDK reads the further ones that it knows. */
function otlpConfig(flags: OtlpFlags, env: Environment): OtlpConfig | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === "true") return null;
  const tracesUrl = signalUrl("traces", flags, env);
  const metricsUrl = signalUrl("metrics", flags, env);
  if (tracesUrl === null && metricsUrl === null) return null;
  assertSupported(env);
  return {
    tracesUrl,
    metricsUrl,
    headers: otlpHeaders(flags),
    traceRatio: ratio(
      "--otlp-trace-ratio",
      flags.otlpTraceRatio ?? (env.OTEL_TRACES_SAMPLER_ARG || "0.01"),
    ),
    metricsEveryMs: milliseconds(
      "--otlp-metrics-interval",
      flags.otlpMetricsInterval ?? (env.OTEL_METRIC_EXPORT_INTERVAL || "60000"),
    ),
  };
}

const otlpSignals = ["traces", "metrics"] as const;

/** The address of a signal by the rules of OTLP: one for all signals gets the signal's path. */
function signalUrl(
  signal: (typeof otlpSignals)[number],
  flags: OtlpFlags,
  env: Environment,
): string | null {
  const unknown = flags.otlpSignal?.find((one) => !otlpSignals.includes(one as never));
  if (unknown !== undefined) throw new UsageError("--otlp-signal must be traces or metrics");
  const name = signal.toUpperCase();
  const isWanted = flags.otlpSignal?.includes(signal) ?? env[`OTEL_${name}_EXPORTER`] !== "none";
  if (!isWanted) return null;
  const own = env[`OTEL_EXPORTER_OTLP_${name}_ENDPOINT`] || undefined;
  if (flags.otlpEndpoint === undefined && own !== undefined) return receiver(own).href;
  const all = flags.otlpEndpoint ?? (env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined);
  if (all === undefined) return null;
  const url = receiver(all);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/${signal}`;
  return url.href;
}

function receiver(text: string): URL {
  const url = URL.parse(text);
  const isUsable = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (isUsable) return url;
  throw new UsageError(
    "--otlp-endpoint must be an address such as http://127.0.0.1:4318; put a token into " +
      "--otlp-headers-file",
  );
}

/** What asks for something else than is done would be obeyed by other programs, and not by this one. */
function assertSupported(env: Environment): void {
  const only: readonly [RegExp, string][] = [
    [/^OTEL_EXPORTER_OTLP_(TRACES_|METRICS_)?PROTOCOL$/, "http/protobuf"],
    [/^OTEL_TRACES_SAMPLER$/, "parentbased_traceidratio"],
  ];
  for (const [names, value] of only) {
    const wrong = Object.keys(env).find(
      (name) => names.test(name) && env[name] && env[name] !== value,
    );
    if (wrong) throw new UsageError(`${wrong} must be ${value}, which is all that is supported`);
  }
}

/** From the flags, and over them from the file: `NAME=VALUE`, in the file one a line. */
function otlpHeaders({ otlpHeader = [], otlpHeadersFile }: OtlpFlags): Record<string, string> {
  const flag = otlpHeadersFile === undefined ? "--otlp-header" : "--otlp-headers-file";
  const lines = otlpHeadersFile === undefined ? "" : contentOf(flag, otlpHeadersFile);
  const given = [...otlpHeader, ...lines.split("\n").filter((line) => line.trim() !== "")];
  return Object.fromEntries(given.map((text) => header(flag, text)));
}

/** @throws UsageError without the text, which has a secret in it. */
function header(flag: string, text: string): [string, string] {
  const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)=([\x20-\x7e\t]+)$/.exec(text.trimEnd()) ?? [];
  if (name !== undefined && value !== undefined) return [name, value.trim()];
  throw new UsageError(`${flag} must be headers such as Authorization=Bearer TOKEN, one a line`);
}

function ratio(name: string, text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  throw new UsageError(`${name} must be a number from 0 to 1`);
}

function milliseconds(name: string, text: string): number {
  const value = wholeNumber(name, text, 3_600_000);
  if (value >= 1000) return value;
  throw new UsageError(`${name} must be 1000 milliseconds or more`);
}

/** Requests per second; 0 for no limit. */
const limit = (name: string, text: string) => wholeNumber(name, text, 1_000_000);

/** Up to a PiB; 0 for no limit. */
export const mebibytes = (name: string, text: string) => wholeNumber(name, text, 999_999_999);

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from 0 to ${max}`);
}

function trustedProxy(text: string): TrustedProxies[number] {
  try {
    return parseNetwork(text.trim());
  } catch {
    throw new UsageError("--trusted-proxy must be an address or a network such as 10.0.0.0/8");
  }
}

/** Checks the file before the service starts, which then reads all of it. */
function ipDatabase(path: string): string {
  try {
    return describeDatabase(path).path;
  } catch (error) {
    if (!(error instanceof UnusableDatabase)) throw error;
    throw new UsageError(`--ip-database: ${error.message}`);
  }
}
