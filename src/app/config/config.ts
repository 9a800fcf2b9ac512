/** The configuration of the service, from flags and environment variables: read once, validated, frozen, passed on. */
import { resolve } from "node:path";
import { describeDatabase, UnusableDatabase } from "../../attempt/geoip/database.ts";
import { parseNetwork, type TrustedProxies } from "../../base/client-address.ts";
import { type LogLevel, logLevels } from "../../base/log.ts";
import type { OtlpConfig } from "../../http/otlp/config.ts";
import type { CertificateFiles } from "../../http/tls-certificate.ts";
import { type AgentConfig, type AgentFlags, agentConfig } from "./agents.ts";
import { type BackupConfig, type BackupFlags, backupConfig } from "./backups.ts";
import { type DataConfig, type DataFlags, dataConfig } from "./data.ts";
import {
  type ListenerConfig,
  type ListenerFlags,
  listenerConfig,
  listenerHost,
  tlsFiles,
} from "./listener.ts";
import { type OtlpFlags, otlpConfig } from "./opentelemetry.ts";
import { type OperationsConfig, type OperationsFlags, operationsConfig } from "./operations.ts";
import {
  type Environment,
  isOn,
  listed,
  perSecond,
  setting,
  UsageError,
  wholeNumber,
} from "./setting.ts";
import { type TelemetryConfig, type TelemetryFlags, telemetryConfig } from "./telemetry.ts";
import { type WebhookConfig, type WebhookFlags, webhookConfig } from "./webhooks.ts";

export interface ServeFlags
  extends DataFlags,
    ListenerFlags,
    OperationsFlags,
    TelemetryFlags,
    BackupFlags,
    AgentFlags,
    WebhookFlags,
    OtlpFlags {
  rateLimit?: string;
  decisionRetention?: string;
  drain?: string;
  skipUpgradeCopy?: boolean;
  requireTwoFactor?: boolean;
  breachedPasswords?: string;
  trustedProxy?: string[];
  ipDatabase?: string[];
  logLevel?: string;
  accessLog?: boolean;
}

export interface ServeConfig
  extends DataConfig,
    ListenerConfig,
    OperationsConfig,
    TelemetryConfig,
    BackupConfig,
    AgentConfig,
    WebhookConfig {
  /** Scoring requests a second and project; 0 for no limit. */
  rateLimit: number;
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
  /** MaxMind-format files, absolute; the first one takes precedence. */
  ipDatabases: readonly string[];
  /** The least level of the log. */
  logLevel: LogLevel;
  /** Whether each response has a line in the log. */
  accessLog: boolean;
  /** Where OpenTelemetry's traces and metrics are sent; null for nowhere. */
  otlp: OtlpConfig | null;
}

export function serveConfig(flags: ServeFlags, env: Environment): Readonly<ServeConfig> {
  const proxies =
    flags.trustedProxy ?? env.BOOKING_RISK_TRUSTED_PROXY?.split(",").filter(Boolean) ?? [];
  return Object.freeze({
    ...dataConfig(flags, env),
    ...listenerConfig(flags, env),
    ...operationsConfig(flags, env),
    ...telemetryConfig(flags, env),
    ...backupConfig(flags, env),
    ...agentConfig(flags, env),
    ...webhookConfig(flags, env),
    rateLimit: perSecond(setting(flags, env, "rateLimit", "0")),
    decisionRetentionDays: decisionRetention(flags, env),
    skipUpgradeCopy: flags.skipUpgradeCopy ?? false,
    drainS: wholeNumber(setting(flags, env, "drain", "1", "BOOKING_RISK_DRAIN_SECONDS"), drainSMax),
    requireSecondFactor: flags.requireTwoFactor ?? isOn("BOOKING_RISK_REQUIRE_TWO_FACTOR", env),
    breachedPasswords: breachedPasswordsPath(flags, env),
    trustedProxies: proxies.map(trustedProxy),
    ipDatabases: Object.freeze(ipDatabasePaths(flags, env).map(ipDatabase)),
    logLevel: logLevel(flags, env),
    accessLog: flags.accessLog ?? isOn("BOOKING_RISK_ACCESS_LOG", env),
    otlp: otlpConfig(flags, env),
  });
}

/** Longer than any load balancer takes to see that a service is not ready. */
const drainSMax = 600;

/** As of a project, src/decisions/privacy/retention.ts: this module imports none of those that it configures. */
const decisionRetentionDaysMin = 31;
const decisionRetentionDaysMax = 36_500;

function decisionRetention(flags: Pick<ServeFlags, "decisionRetention">, env: Environment): number {
  const variable = "BOOKING_RISK_DECISION_RETENTION_DAYS";
  const retention = setting(flags, env, "decisionRetention", "0", variable);
  const days = wholeNumber(retention, decisionRetentionDaysMax);
  if (days === 0 || days >= decisionRetentionDaysMin) return days;
  throw new UsageError(
    `${retention.name} must be ${decisionRetentionDaysMin} days or more, or 0 for ever`,
  );
}

function logLevel(flags: Pick<ServeFlags, "logLevel">, env: Environment): LogLevel {
  const wanted = flags.logLevel ?? (env.BOOKING_RISK_LOG_LEVEL || "info");
  const level = logLevels.find((one) => one === wanted);
  if (level) return level;
  throw new UsageError(`--log-level must be ${logLevels.join(", ")}`);
}

function trustedProxy(text: string): TrustedProxies[number] {
  try {
    return parseNetwork(text.trim());
  } catch {
    throw new UsageError("--trusted-proxy must be an address or a network such as 10.0.0.0/8");
  }
}

/** How the service is reached, without checking it: for `doctor`, which says what it means. */
export function proxyConfig(
  flags: Pick<ServeFlags, "host" | "trustedProxy" | "tlsCertificate" | "tlsKey">,
  env: Environment,
): { host: string; tls: CertificateFiles | null; proxies: readonly string[] } {
  return {
    host: listenerHost(flags, env),
    tls: tlsFiles(flags, env),
    proxies: flags.trustedProxy ?? listed(env.BOOKING_RISK_TRUSTED_PROXY),
  };
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

/** The paths of the given files, which are not read. */
export function ipDatabasePaths(flags: { ipDatabase?: string[] }, env: Environment): string[] {
  const named = flags.ipDatabase ?? env.BOOKING_RISK_IP_DATABASE?.split(",").filter(Boolean) ?? [];
  const paths = named.map((path) => path.trim());
  if (paths.includes("")) throw new UsageError("--ip-database must name a file");
  return [...new Set(paths.map((path) => resolve(path)))];
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
