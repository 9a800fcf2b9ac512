/** Metrics of the data folder and of the store, read at each scrape. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { diskSpaceOf } from "../../base/disk-space.ts";
import { lastBackupAt } from "../../storage/backup/last-backup.ts";
import type { IntegrityMonitor } from "../../storage/port/integrity-monitor.ts";
import type { Store } from "../../storage/port/store.ts";
import { readMetric } from "./histogram.ts";

const databases = ["control", "events", "history"] as const;
/** Write-ahead logs are copied into the main file as decisions come, and grow where that fails. */
const files = { main: "", wal: "-wal" } as const;

export interface StorageConfig {
  dataFolder: string;
  databaseUrl?: string | undefined;
  /** Of the backups that the service has made; null where it has none made. */
  backups: { everyMs: number } | null;
}

export function storageMetrics(
  store: Pick<Store, "load" | "shared" | "lostRows">,
  { dataFolder, databaseUrl, backups }: StorageConfig,
) {
  return [
    readMetric(
      {
        name: "booking_risk_storage_errors_total",
        help: "Operations that the database refused, by kind.",
        type: "counter",
      },
      () =>
        Object.entries(store.load().errors).map(([kind, value]) => ({ labels: { kind }, value })),
    ),
    readMetric(
      {
        name: "booking_risk_storage_waiting",
        help: "Operations that wait for the writer: decisions, telemetry and others.",
        type: "gauge",
      },
      () =>
        Object.entries(store.load().waiting).map(([what, value]) => ({ labels: { what }, value })),
    ),
    readMetric(
      {
        name: "booking_risk_storage_writing",
        help: "Operations that are being written together now.",
        type: "gauge",
      },
      () => [{ labels: {}, value: store.load().writing }],
    ),
    ...databaseMetrics(store, { dataFolder, databaseUrl }),
    ...backupMetrics({ dataFolder, backups }),
    ...diskMetrics(dataFolder),
  ];
}

/** Of a database server, or of the database's files. */
function databaseMetrics(
  store: Pick<Store, "load" | "shared" | "lostRows">,
  { dataFolder, databaseUrl }: Pick<StorageConfig, "dataFolder" | "databaseUrl">,
) {
  return [
    readMetric(
      {
        name: "booking_risk_database_round_trips_total",
        help: "Statements sent to PostgreSQL; absent without it.",
        type: "counter",
      },
      () => {
        const { roundTrips } = store.load();
        return roundTrips === null ? [] : [{ labels: {}, value: roundTrips }];
      },
    ),
    readMetric(
      {
        name: "booking_risk_copies",
        help: "Copies of the service on the same PostgreSQL, among which limits are divided; absent without it.",
        type: "gauge",
      },
      () => {
        const copies = store.shared?.copies();
        return copies === undefined ? [] : [{ labels: {}, value: copies }];
      },
    ),
    readMetric(
      {
        name: "booking_risk_lost_rows",
        help: "Stored decisions and outcomes that are missing, until that is acknowledged; absent on PostgreSQL.",
        type: "gauge",
      },
      () => {
        if (databaseUrl) return [];
        const { decisions, outcomes } = store.lostRows() ?? { decisions: 0, outcomes: 0 };
        return [
          { labels: { what: "decisions" }, value: decisions },
          { labels: { what: "outcomes" }, value: outcomes },
        ];
      },
    ),
    readMetric(
      {
        name: "booking_risk_database_size_bytes",
        help: "Size of each database file and of its write-ahead log.",
        type: "gauge",
      },
      async () => (databaseUrl ? [] : databaseSizes(dataFolder)),
    ),
  ];
}

function backupMetrics({ dataFolder, backups }: Pick<StorageConfig, "dataFolder" | "backups">) {
  return [
    readMetric(
      {
        name: "booking_risk_last_backup_timestamp_seconds",
        help: "When the data folder was last backed up, in seconds since 1970; absent if never.",
        type: "gauge",
      },
      async () => {
        const at = await lastBackupAt(dataFolder);
        return at === null ? [] : [{ labels: {}, value: at / 1000 }];
      },
    ),
    readMetric(
      {
        name: "booking_risk_backup_interval_seconds",
        help: "Of serve --backup-every; absent without it.",
        type: "gauge",
      },
      () => (backups ? [{ labels: {}, value: backups.everyMs / 1000 }] : []),
    ),
  ];
}

export function damageMetric({ damaged }: Pick<IntegrityMonitor, "damaged">) {
  return readMetric(
    {
      name: "booking_risk_database_damaged",
      help: "1 for a database that was damaged when all its pages were last read; absent on PostgreSQL.",
      type: "gauge",
    },
    () =>
      [...damaged()].map(([database, reason]) => ({
        labels: { database },
        value: Number(reason !== null),
      })),
  );
}

async function databaseSizes(dataFolder: string) {
  const sizes = databases.flatMap((database) =>
    Object.entries(files).map(async ([file, suffix]) => {
      const path = join(dataFolder, `${database}.db${suffix}`);
      const value = await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      return { labels: { database, file }, value };
    }),
  );
  return Promise.all(sizes);
}

function diskMetrics(dataFolder: string) {
  const space = () => diskSpaceOf(dataFolder);
  const help = "of the file system of the data folder.";
  return [
    readMetric(
      {
        name: "booking_risk_disk_free_bytes",
        help: `Space that may still be written, ${help}`,
        type: "gauge",
      },
      async () => [{ labels: {}, value: (await space()).free }],
    ),
    readMetric(
      { name: "booking_risk_disk_size_bytes", help: `Size ${help}`, type: "gauge" },
      async () => [{ labels: {}, value: (await space()).size }],
    ),
  ];
}
