/** How much telemetry is taken, and for how long it is kept. */
import { type Environment, mebibytes, perSecond, setting, wholeNumber } from "./setting.ts";

export interface TelemetryFlags {
  telemetryRateLimit?: string;
  telemetryAddressLimit?: string;
  telemetryCollectionLimit?: string;
  telemetryKeyQuota?: string;
  telemetryProjectQuota?: string;
  telemetryAddressQuota?: string;
  telemetryFreeSpace?: string;
  telemetryRetention?: string;
}

export interface TelemetryConfig {
  /** Batches a second: with each publishable key, from each IP address and of each collection; 0 for no limit. */
  telemetryRateLimit: number;
  telemetryAddressLimit: number;
  telemetryCollectionLimit: number;
  /** MiB a day: with each publishable key, for each project, and from each address for a project; 0 for no limit. */
  telemetryKeyQuotaMib: number;
  telemetryProjectQuotaMib: number;
  telemetryAddressQuotaMib: number;
  /** MiB of free disk space below which telemetry is refused; 0 for none. */
  telemetryFreeSpaceMib: number;
  /** Days of retention of raw telemetry; 0 for no end. */
  telemetryRetentionDays: number;
}

export function telemetryConfig(flags: TelemetryFlags, env: Environment): TelemetryConfig {
  return { ...rates(flags, env), ...space(flags, env), telemetryRetentionDays: days(flags, env) };
}

function rates(flags: TelemetryFlags, env: Environment) {
  const ofKey = setting(
    ["--telemetry-rate-limit", flags.telemetryRateLimit, "BOOKING_RISK_TELEMETRY_RATE_LIMIT"],
    env,
    "2000",
  );
  const ofAddress = setting(
    [
      "--telemetry-address-limit",
      flags.telemetryAddressLimit,
      "BOOKING_RISK_TELEMETRY_ADDRESS_LIMIT",
    ],
    env,
    "200",
  );
  const ofCollection = setting(
    [
      "--telemetry-collection-limit",
      flags.telemetryCollectionLimit,
      "BOOKING_RISK_TELEMETRY_COLLECTION_LIMIT",
    ],
    env,
    "20",
  );
  return {
    telemetryRateLimit: perSecond(ofKey),
    telemetryAddressLimit: perSecond(ofAddress),
    telemetryCollectionLimit: perSecond(ofCollection),
  };
}

/**
 * A visit sends some 20 KB, so that the quota of a key is for 100,000 visits a day. Without quotas one
 * address could send 500 GiB a day within the limits a second.
 */
function space(flags: TelemetryFlags, env: Environment) {
  const ofKey = setting(
    ["--telemetry-key-quota", flags.telemetryKeyQuota, "BOOKING_RISK_TELEMETRY_KEY_QUOTA"],
    env,
    "2048",
  );
  const ofProject = setting(
    [
      "--telemetry-project-quota",
      flags.telemetryProjectQuota,
      "BOOKING_RISK_TELEMETRY_PROJECT_QUOTA",
    ],
    env,
    "4096",
  );
  const ofAddress = setting(
    [
      "--telemetry-address-quota",
      flags.telemetryAddressQuota,
      "BOOKING_RISK_TELEMETRY_ADDRESS_QUOTA",
    ],
    env,
    "512",
  );
  const free = setting(
    ["--telemetry-free-space", flags.telemetryFreeSpace, "BOOKING_RISK_TELEMETRY_FREE_SPACE"],
    env,
    "1024",
  );
  return {
    telemetryKeyQuotaMib: mebibytes(ofKey),
    telemetryProjectQuotaMib: mebibytes(ofProject),
    telemetryAddressQuotaMib: mebibytes(ofAddress),
    telemetryFreeSpaceMib: mebibytes(free),
  };
}

function days(flags: TelemetryFlags, env: Environment): number {
  const retention = setting(
    ["--telemetry-retention", flags.telemetryRetention, "BOOKING_RISK_TELEMETRY_RETENTION_DAYS"],
    env,
    "90",
  );
  return wholeNumber(retention, 36_500);
}
