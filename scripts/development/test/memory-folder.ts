/**
 * A folder in memory, where the unit tests of a run write: those of a store wait for the disk for more than half of
 * their time. All other tiers write to the disk, where an operator's data are.
 */
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { join } from "node:path";

/** Linux has one on every machine; in a container it may be small, or may not contain programs. */
const memory = "/dev/shm";
const namePrefix = "booking-risk-tests-";
/** What has to be free, in bytes. The unit tests of a run have some hundred MB there at once. */
const freeMin = 2 * 2 ** 30;

/**
 * Creates it; it is removed when this process ends.
 * @returns the variables by which tests write there: none where the machine has no such folder, or too little memory.
 */
export function openMemoryFolder(): Record<string, string> {
  if (!isUsable()) return {};
  removeAbandoned();
  const folder = mkdtempSync(join(memory, `${namePrefix}${process.pid}-`));
  chmodSync(folder, 0o1777); // As the system's own temporary folder: tests run programs as other users.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return { TMPDIR: folder };
}

function isUsable(): boolean {
  if (!existsSync(memory) || !existsSync("/proc/mounts")) return false;
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, path]) => path === memory);
  if (!mount || mount[3]!.split(",").includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, availableBytes()) >= freeMin;
}

/** What programs can still use: its size alone says nothing of the memory that is taken. */
function availableBytes(): number {
  const [, kib = "0"] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))!;
  return Number(kib) * 1024;
}

/** Those of runs that were killed: they would take memory until the machine is started again. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    const [, pid] = new RegExp(`^${namePrefix}(\\d+)-`).exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    rmSync(join(memory, name), { recursive: true, force: true });
  }
}
