/**
 * Faults of the machine under the real executable: what callers see while a fault lasts, that the
 * service recovers without a restart, and that nothing it acknowledged is lost.
 */
import { expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { waitUntil } from "../../scripts/wait-until.ts";
import { type CallerOptions, Callers, count, expectOnly, recovered } from "../fixtures/callers.ts";
import { openDatabase } from "../fixtures/database.ts";
import { Installation, type Service } from "../fixtures/executable.ts";
import { debianProgram, describeWith, type Program, strace, testWith } from "../fixtures/needs.ts";

const isRoot = process.getuid?.() === 0;
const root: Program = {
  name: "permission to mount file systems",
  isInstalled: isRoot && Bun.which("mount") !== null && canMount(),
  install: "Run the tests as root on Linux.",
};
/** Makes a process believe in another time: Debian's `libfaketime`. */
const faketimeLibrary = new Bun.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
  .scanSync({ absolute: true })
  .next().value as string | undefined;
const faketime: Program = {
  name: "libfaketime",
  isInstalled: faketimeLibrary !== undefined,
  install: "Install it with `apt-get install faketime`.",
};

interface MemoryGroupParent {
  folder: string;
  /** The limit of a group, and what is written for none. */
  file: string;
  none: string;
}
const memoryGroupParent = findMemoryGroupParent();
const memoryGroups: Program = {
  name: "control groups of memory",
  isInstalled: memoryGroupParent !== null,
  install: "Run the tests as root on Linux, where /sys/fs/cgroup can be written.",
};
const mib = 2 ** 20;
/** What the process may grow by, and its cache of files: all that it writes passes through. */
const spareMemory = 48 * mib;
/** A heap holds up to 60 MiB more before a garbage collection than after it: one is within this time, ms. */
const heapWatchedMs = 2000;

/** How long a fault lasts, ms. */
const faultMs = 2000;

interface Trial {
  installation: Installation;
  data: string;
  service: Service;
  calling: Callers;
}

/** Starts the service with callers that are answered with 200. */
async function underLoad(
  installation: Installation,
  data: string,
  environment: Record<string, string> = {},
  options?: CallerOptions,
): Promise<Trial> {
  const inData = ["--data", data];
  const { projectId } = await installation.json("project", "create", "Faults", ...inData);
  const { key } = await installation.json(
    ...["key", "create", "--project", projectId!, "--kind", "secret", ...inData],
  );
  const service = await installation.serveIn(environment, ...inData);
  const calling = new Callers(service.url, key!, options);
  await waitUntil("50 decisions", () => calling.acknowledged.length >= 50);
  return { installation, data, service, calling };
}

/** Every acknowledged decision is stored, once, and recomputes bit for bit. */
async function expectNothingLost({ installation, data, service, calling }: Trial): Promise<void> {
  await calling.stop();
  expect(await service.stop()).toBe(0);
  const events = openDatabase(join(data, "events.db"));
  const stored = events.query<{ id: string }, []>("SELECT id FROM decisions").all();
  expect(events.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  events.close();
  const ids = new Set(stored.map(({ id }) => id));
  expect(ids.size).toBe(stored.length);
  expect(calling.acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  const verified = await installation.json<{ decisions: number; same: number }>(
    ...["decision", "verify", "--all", "--data", data],
  );
  expect(verified.same).toBe(stored.length);
}

describeWith(root)("a file system of 64 MiB", () => {
  test("full: 503 until there is space again", async () => {
    const installation = new Installation();
    await withSmallDisk(installation, async (data) => {
      const trial = await underLoad(installation, data);
      const filler = join(data, "..", "filler");
      fill(filler);
      await waitUntil("a refusal", () => count(trial.calling.phase(), 503) > 0, {
        timeoutMs: 30_000,
      });
      await Bun.sleep(faultMs);
      const during = trial.calling.phase();
      expectOnly(during, 200, 503);
      expect(count(during, 503)).toBeGreaterThan(0);
      rmSync(filler);
      await recovered(trial.calling);
      await expectNothingLost(trial);
    });
  }, 120_000);
});

describeWith(strace)("system calls that fail", () => {
  const writes = "pwrite64,pwritev,write,fsync,fdatasync";
  test.each([
    ["an I/O error on every sync", "fsync,fdatasync:error=EIO", [200, 503]],
    [
      "an I/O error on every tenth write to a database",
      "pwrite64:error=EIO:when=10+10",
      [200, 503],
    ],
    ["a read-only file system", "pwrite64,fsync,fdatasync:error=EROFS", [200, 503]],
    ["a sync that takes 300 ms", "fsync,fdatasync:delay_enter=300000", [200]],
  ])(
    "%s",
    async (_, inject, statuses) => {
      const installation = new Installation();
      const trial = await underLoad(installation, installation.data);
      const tracer = await traced(trial.service, writes, inject);
      trial.calling.phase();
      await Bun.sleep(faultMs);
      const during = trial.calling.phase();
      await tracer.end();
      await recovered(trial.calling);
      expectOnly(during, ...statuses);
      for (const status of statuses.slice(1)) expect(count(during, status)).toBeGreaterThan(0);
      await expectNothingLost(trial);
    },
    120_000,
  );
});

/** Makes system calls of the running service fail, or take time, until it ends. */
async function traced({ process }: Service, calls: string, inject: string) {
  const command = ["strace", "-f", "-q", "-p", String(process.pid), "-o", "/dev/null"];
  const child = Bun.spawn([...command, "-e", `trace=${calls}`, "-e", `inject=${inject}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await Bun.sleep(300); // It says nothing when it has attached to every thread.
  return {
    async end() {
      child.kill("SIGINT");
      await child.exited;
    },
  };
}

testWith(debianProgram("prlimit", "util-linux"))(
  "no file descriptor left: open connections are answered, and new ones afterwards",
  async () => {
    const installation = new Installation();
    const trial = await underLoad(installation, installation.data);
    const { pid } = trial.service.process;
    const open = readdirSync(`/proc/${pid}/fd`).length;
    await Bun.$`prlimit --pid ${pid} --nofile=${open + 2}:${open + 2000}`.quiet();
    const sockets = await Promise.all(Array.from({ length: 50 }, () => idleConnection(trial)));
    trial.calling.phase();
    await Bun.sleep(faultMs);
    const during = trial.calling.phase();
    expect(count(during, 200)).toBeGreaterThan(0);
    expectOnly(during, 200, 503);
    await Bun.$`prlimit --pid ${pid} --nofile=${open + 2000}:${open + 2000}`.quiet();
    for (const socket of sockets) socket.end();
    await recovered(trial.calling);
    expect((await fetch(`${trial.service.url}/healthz`, { keepalive: false })).status).toBe(200);
    await expectNothingLost(trial);
  },
  120_000,
);

describeWith(memoryGroups)("memory limited by a control group", () => {
  test("to what the process holds, and little for the cache of files: scored all the same", async () => {
    const installation = new Installation();
    const group = new MemoryGroup(installation);
    const trial = await underLoad(installation, installation.data, {}, { pauseMs: 5 });
    group.limit((await mostHeld(trial.service)) + spareMemory);
    trial.calling.phase();
    await Bun.sleep(faultMs);
    const during = trial.calling.phase();
    expect(count(during, 200)).toBeGreaterThan(0);
    expectOnly(during, 200);
    group.limit(null);
    await recovered(trial.calling);
    await expectNothingLost(trial);
    group.remove();
  }, 120_000);

  test("and then taken by another process: killed, and all is there after a restart", async () => {
    const installation = new Installation();
    const group = new MemoryGroup(installation);
    const trial = await underLoad(installation, installation.data);
    group.limit(1024 * mib);
    writeFileSync(`/proc/${trial.service.process.pid}/oom_score_adj`, "1000"); // It is the one to be killed.
    const greedy = `echo $$ > ${group.processes}; exec tail /dev/zero`;
    const other = Bun.spawn(["sh", "-c", greedy], { stdio: ["ignore", "ignore", "ignore"] });
    await trial.service.process.exited;
    other.kill("SIGKILL");
    await other.exited;
    expect(trial.service.process.signalCode).toBe("SIGKILL");
    await trial.calling.stop();
    group.limit(null);
    const service = await installation.serve("--data", installation.data);
    await expectNothingLost({ ...trial, service });
    group.remove();
  }, 120_000);
});

/** The most memory that a running service holds within a time, without files, bytes. */
async function mostHeld({ process }: Service): Promise<number> {
  let mostKiB = 0;
  const end = performance.now() + heapWatchedMs;
  while (performance.now() < end) {
    const status = readFileSync(`/proc/${process.pid}/status`, "utf8");
    mostKiB = Math.max(mostKiB, Number(/RssAnon:\s+(\d+) kB/.exec(status)![1]));
    await Bun.sleep(10);
  }
  return mostKiB * 1024;
}

/** A control group of Linux, version 2 or 1, in which every command of an installation runs. */
class MemoryGroup {
  readonly #folder: string;
  readonly #parent: MemoryGroupParent;

  constructor({ executable, folder }: Installation) {
    this.#parent = memoryGroupParent!;
    this.#folder = join(this.#parent.folder, basename(folder));
    mkdirSync(this.#folder);
    const inGroup = `${executable}-in-group`;
    renameSync(executable, inGroup);
    const script = `#!/bin/sh\necho $$ > ${this.processes}\nexec ${inGroup} "$@"\n`;
    writeFileSync(executable, script, { mode: 0o755 });
  }

  get processes(): string {
    return join(this.#folder, "cgroup.procs");
  }

  /** @param bytes null for no limit. */
  limit(bytes: number | null): void {
    const { file, none } = this.#parent;
    writeFileSync(join(this.#folder, file), bytes === null ? none : String(bytes));
  }

  remove(): void {
    rmdirSync(this.#folder);
  }
}

function idleConnection({ service }: Trial) {
  const { hostname, port } = new URL(service.url);
  return Bun.connect({ hostname, port: Number(port), socket: { data() {} } });
}

describeWith(faketime)("the clock", () => {
  test.each([
    ["jumps back by two days", "-2d"],
    ["jumps ahead by three days", "+3d"],
  ])(
    "%s: scored all the same",
    async (_, jump) => {
      const installation = new Installation();
      const clock = join(installation.folder, "clock");
      writeFileSync(clock, "+0d\n");
      const trial = await underLoad(installation, installation.data, {
        LD_PRELOAD: faketimeLibrary!,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      });
      trial.calling.phase();
      writeFileSync(clock, `${jump}\n`);
      await Bun.sleep(faultMs);
      const during = trial.calling.phase();
      expectOnly(during, 200);
      const days = Math.round((decidedAt(trial) - Date.now()) / 86_400_000);
      expect(`${days > 0 ? "+" : ""}${days}d`).toBe(jump);
      writeFileSync(clock, "+0d\n");
      await Bun.sleep(1500);
      await recovered(trial.calling);
      await expectNothingLost(trial);
    },
    120_000,
  );
});

/** When the newest decision was made, Unix ms. */
function decidedAt({ data }: Trial): number {
  const events = openDatabase(join(data, "events.db"));
  const newest = events
    .query<{ at: number }, []>("SELECT decided_at AS at FROM decisions ORDER BY seq DESC LIMIT 1")
    .get();
  events.close();
  return newest!.at;
}

/** Calls `use` with a data folder on a file system of its own. */
async function withSmallDisk(
  { folder }: Installation,
  use: (data: string) => Promise<void>,
): Promise<void> {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  await Bun.$`mount -t tmpfs -o size=64m booking-risk-test ${disk}`.quiet();
  try {
    await use(join(disk, "data"));
  } finally {
    await Bun.$`umount -l ${disk}`.quiet();
  }
}

/** Writes a file that takes all space but 1 MiB. */
function fill(path: string): void {
  const { bavail, bsize } = statfsSync(join(path, ".."));
  writeFileSync(path, new Uint8Array(Math.max(0, bavail * bsize - 2 ** 20)));
}

/** Where a group can be made whose memory is limited; null where none can. */
function findMemoryGroupParent(): MemoryGroupParent | null {
  const parents = [
    { folder: "/sys/fs/cgroup", file: "memory.max", none: "max" },
    { folder: "/sys/fs/cgroup/memory", file: "memory.limit_in_bytes", none: "-1" },
  ];
  const isUsable = ({ folder, file }: MemoryGroupParent) => {
    const group = join(folder, `booking-risk-${process.pid}`);
    try {
      mkdirSync(group);
      const isLimited = existsSync(join(group, file));
      rmdirSync(group);
      return isLimited;
    } catch {
      return false;
    }
  };
  return (isRoot && parents.find(isUsable)) || null;
}

function canMount(): boolean {
  return Bun.spawnSync(["unshare", "--mount", "true"]).exitCode === 0;
}
