/**
 * Commands that run beside a service work at low priority, but not in the thread that takes a database's write
 * lock: while it waits for a core with the lock, no decision can be written.
 */
import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { constants, openSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../models/default/manifest.json";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { Installation } from "../fixtures/executable.ts";

// Elsewhere a priority is that of a whole process, and none is lowered.
const onLinux = test.skipIf(process.platform !== "linux");

const installation = new Installation();
const locks = {} as Record<"control" | "events", Database>;

beforeAll(async () => {
  await installation.project();
  for (const name of ["control", "events"] as const) {
    locks[name] = new Database(join(installation.data, `${name}.db`));
  }
});

/** The nice value of a process's thread; undefined where it has no thread of that name, or none any more. */
function niceOf(pid: number, name = "main"): number | undefined {
  const isNamed = (thread: number) => read(pid, thread, "comm") === name;
  const thread = name === "main" ? pid : threadsOf(pid).find(isNamed);
  const state = thread && read(pid, thread, "stat");
  return state ? Number(state.replace(/^.*\) /, "").split(" ")[16]) : undefined;
}

const threadsOf = (pid: number) => readdirSync(`/proc/${pid}/task`).map(Number);

function read(pid: number, thread: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/${file}`, "utf8").trim();
  } catch {
    return undefined; // The thread has ended.
  }
}

/** Whether another process has a database's write lock. */
function isLocked(database: Database): boolean {
  database.run("PRAGMA busy_timeout = 0");
  try {
    database.run("BEGIN IMMEDIATE");
  } catch {
    return true;
  }
  database.run("ROLLBACK");
  return false;
}

const started = (command: readonly string[], stdout: "ignore" | number) =>
  Bun.spawn([installation.executable, ...command], {
    cwd: installation.folder,
    env: installation.environment,
    stdio: ["ignore", stdout, "ignore"],
  });

onLinux(
  "a replay stores its report at normal priority, and does the rest at a low one",
  async () => {
    locks.control.run("BEGIN IMMEDIATE"); // The replay waits with its first record.
    const model = `${manifest.name}@${manifest.version}`;
    const replay = started(["model", "replay", model], "ignore");
    await waitUntil("low priority", () => niceOf(replay.pid) === 10);
    expect(niceOf(replay.pid, "writer")).toBe(0);
    locks.control.run("ROLLBACK");
    replay.kill("SIGKILL"); // It would take long where the machine is busy.
    await replay.exited;
  },
);

onLinux(
  "a backup takes its snapshot at normal priority, and does the rest at a low one",
  async () => {
    const pipe = join(installation.folder, "backup.fifo");
    expect(Bun.spawnSync(["mkfifo", pipe]).success).toBeTrue();
    const reader = openSync(pipe, constants.O_RDWR); // Reads nothing: the backup waits when the pipe is full.
    locks.events.run("BEGIN IMMEDIATE"); // The snapshot waits for it, with the lock of the other.
    const backup = started(["backup", "-"], reader);
    await waitUntil("the snapshot", () => isLocked(locks.control));
    expect(niceOf(backup.pid)).toBe(0);
    locks.events.run("ROLLBACK");
    await waitUntil("low priority", () => niceOf(backup.pid) === 10);
    backup.kill("SIGKILL");
    await backup.exited;
  },
);
