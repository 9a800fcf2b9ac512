/** How much telemetry is taken, and for how long it is kept. */
import type { TelemetrySettings } from "../../http/admission/telemetry-limits.ts";
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

export interface TelemetryConfig extends TelemetrySettings {
  /** MiB of free disk space below which telemetry is refused; 0 for none. */
  telemetryFreeSpaceMib: number;
  /** Days of retention of raw telemetry; 0 for no end. */
  telemetryRetentionDays: number;
}

/**
 * A visit sends some 20 KB, so that the quota of a key is for 100,000 visits a day. Without quotas one
 * address could send 500 GiB a day within the limits a second.
 */
export function telemetryConfig(flags: TelemetryFlags, env: Environment): TelemetryConfig {
  const given = (key: keyof TelemetryFlags, byDefault: string) =>
    setting(flags, env, key, byDefault);
  const days = "BOOKING_RISK_TELEMETRY_RETENTION_DAYS";
  return {
    telemetryRateLimit: perSecond(given("telemetryRateLimit", "2000")),
    telemetryAddressLimit: perSecond(given("telemetryAddressLimit", "200")),
    telemetryCollectionLimit: perSecond(given("telemetryCollectionLimit", "20")),
    telemetryKeyQuotaMib: mebibytes(given("telemetryKeyQuota", "2048")),
    telemetryProjectQuotaMib: mebibytes(given("telemetryProjectQuota", "4096")),
    telemetryAddressQuotaMib: mebibytes(given("telemetryAddressQuota", "512")),
    telemetryFreeSpaceMib: mebibytes(given("telemetryFreeSpace", "1024")),
    telemetryRetentionDays: wholeNumber(
      setting(flags, env, "telemetryRetention", "90", days),
      36_500,
    ),
  };
}
