/**
 * Metrics of the process, by the names that Prometheus' client libraries share. prom-client's own
 * collectors are not used: under Bun their nodejs_* and heap figures are wrong, such as a heap of 6 GB
 * in a process of 200 MB.
 */
import { readdir, readFile } from "node:fs/promises";
import { commit, version } from "../../base/version.ts";
import { readMetric } from "./histogram.ts";

/** Unix seconds. */
const startedAt = Date.now() / 1000 - performance.now() / 1000;

type Figure = [name: string, type: "counter" | "gauge", help: string, read: () => Reading];
type Reading = number | null | Promise<number | null>;

const figures: readonly Figure[] = [
  [
    "process_cpu_seconds_total",
    "counter",
    "User and system CPU time of all threads, in seconds.",
    () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  ],
  [
    "process_resident_memory_bytes",
    "gauge",
    "Resident memory, in bytes.",
    () => process.memoryUsage.rss(),
  ],
  [
    "process_start_time_seconds",
    "gauge",
    "Start of the process, in seconds since 1970.",
    () => startedAt,
  ],
  ["process_open_fds", "gauge", "Open file descriptors.", openFiles],
  ["process_max_fds", "gauge", "The limit of open file descriptors.", openFilesMax],
];

/** Linux only. */
async function openFiles(): Promise<number | null> {
  return readdir("/proc/self/fd").then(
    (names) => names.length,
    () => null,
  );
}

/** The soft limit; null where the system does not say. */
async function openFilesMax(): Promise<number | null> {
  const limits = await readFile("/proc/self/limits", "utf8").catch(() => "");
  const [, soft] = /^Max open files +(\d+|unlimited)/m.exec(limits) ?? [];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

export const processMetrics = [
  ...figures.map(([name, type, help, read]) =>
    readMetric({ name, help, type }, async () => {
      const value = await read();
      return value === null ? [] : [{ labels: {}, value }];
    }),
  ),
  readMetric(
    {
      name: "booking_risk_build_info",
      help: "1; the labels are the version of the service, its commit, and the version of its runtime.",
      type: "gauge",
    },
    () => [{ labels: { version, commit: commit ?? "none", bun: Bun.version }, value: 1 }],
  ),
];
