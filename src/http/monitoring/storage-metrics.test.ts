import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordBackup } from "../../storage/backup/last-backup.ts";
import { StorageErrors, type StoreLoad } from "../../storage/port/load.ts";
import type { SharedStore } from "../../storage/port/store.ts";
import { type StorageConfig, storageMetrics } from "./storage-metrics.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-storage-metrics-"));
afterAll(() => rmSync(folder, { recursive: true }));

const errors = new StorageErrors();
errors.add("database or disk is full");
const load: StoreLoad = {
  waiting: { decisions: 3, telemetry: 2, others: 1 },
  writing: 4,
  roundTrips: null,
  errors: errors.byKind,
};

/** The values of a metric, with its labels. */
async function valuesOf(
  name: string,
  config: Partial<StorageConfig> = {},
  store: { load: StoreLoad; copies?: number } = { load },
): Promise<[object, number][]> {
  const { copies } = store;
  const shared = copies === undefined ? null : ({ copies: () => copies } as SharedStore);
  const read = { load: () => store.load, shared, lostRows: () => null };
  const metrics = storageMetrics(read, { dataFolder: folder, backups: null, ...config });
  const metric = metrics.find((one) => one.name === `booking_risk_${name}`)!;
  return (await metric.get()).values.map(({ labels, value }) => [labels, value]);
}

test("what waits for the store, and what it refused, is told by kind", async () => {
  expect(await valuesOf("storage_waiting")).toEqual([
    [{ what: "decisions" }, 3],
    [{ what: "telemetry" }, 2],
    [{ what: "others" }, 1],
  ]);
  expect(await valuesOf("storage_writing")).toEqual([[{}, 4]]);
  expect(await valuesOf("storage_errors_total")).toContainEqual([{ kind: "full" }, 1]);
});

test("what PostgreSQL alone has is absent without it, and files with it", async () => {
  expect(await valuesOf("database_round_trips_total")).toEqual([]);
  expect(await valuesOf("copies")).toEqual([]);
  const store = { load: { ...load, roundTrips: 0 }, copies: 2 };
  expect(await valuesOf("database_round_trips_total", {}, store)).toEqual([[{}, 0]]);
  expect(await valuesOf("copies", {}, store)).toEqual([[{}, 2]]);
  expect(await valuesOf("database_size_bytes", { databaseUrl: "postgres://x" })).toEqual([]);
});

test("the size of a database is that of its file and of its log, 0 where there is none", async () => {
  writeFileSync(join(folder, "events.db"), "12345");
  writeFileSync(join(folder, "events.db-wal"), "123");
  const sizes = await valuesOf("database_size_bytes");
  expect(sizes).toHaveLength(6);
  expect(sizes).toContainEqual([{ database: "events", file: "main" }, 5]);
  expect(sizes).toContainEqual([{ database: "events", file: "wal" }, 3]);
  expect(sizes).toContainEqual([{ database: "control", file: "main" }, 0]);
});

test("a backup is told once there is one, and its interval where it has one", async () => {
  expect(await valuesOf("last_backup_timestamp_seconds")).toEqual([]);
  expect(await valuesOf("backup_interval_seconds")).toEqual([]);
  await recordBackup(folder, Date.UTC(2027, 3, 1));
  expect(await valuesOf("last_backup_timestamp_seconds")).toEqual([
    [{}, Date.UTC(2027, 3, 1) / 1000],
  ]);
  const backups = { everyMs: 90_000 };
  expect(await valuesOf("backup_interval_seconds", { backups })).toEqual([[{}, 90]]);
});

test("what is free of the disk is less than its size", async () => {
  const [[labels, free], [, size]] = [
    (await valuesOf("disk_free_bytes"))[0]!,
    (await valuesOf("disk_size_bytes"))[0]!,
  ];
  expect(labels).toEqual({});
  expect(free).toBeGreaterThan(0);
  expect(size).toBeGreaterThan(free);
});
