/**
 * Faults of the machine under the real executable: what callers see while a fault lasts, that the
 * service recovers without a restart, and that nothing it acknowledged is lost.
 */
import { afterAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { readUntil, waitUntil } from "../../scripts/programs/wait-until.ts";
import { Callers, callers, expectOnly, recovered, type Seen } from "../fixtures/callers.ts";
import { openDatabase } from "../fixtures/database.ts";
import { Installation, type Service } from "../fixtures/executable.ts";
import { fakeClock, faketime } from "../fixtures/faketime.ts";
import {
  debianProgram,
  describeWith,
  type Program,
  smallDisk,
  strace,
  testWith,
} from "../fixtures/needs.ts";
import { endedRetentions, importPast } from "../fixtures/past-decisions.ts";
import { fillDisk, withSmallDisk } from "../fixtures/small-disk.ts";

const isRoot = process.getuid?.() === 0;
/** Of processes that are not its own children. */
const tracing: Program = {
  name: "strace and the right to trace any process",
  get isInstalled() {
    return strace.isInstalled && (isRoot || !isTracingRestricted());
  },
  install: `${strace.install} Run the tests as root.`,
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
/** A heap holds up to 60 MiB more before a garbage collection than after it: so many decisions cause several. */
const decisionsWatched = 1000;

/** So many calls are answered while a fault lasts. */
const callsDuringFault = 200;
/** Between two calls of one caller, ms: no test is about the most that a service can answer. */
const pauseMs = 10;

interface Trial {
  installation: Installation;
  service: Service;
  calling: Callers;
}

/** Starts the service with callers that are answered with 200. */
async function underLoad(
  installation: Installation,
  environment: Record<string, string> = {},
): Promise<Trial> {
  const { secret } = await installation.project();
  const service = await installation.serveIn(environment);
  const calling = new Callers(service.url, secret.key, { pauseMs });
  await waitUntil("50 decisions", () => calling.acknowledged.length >= 50);
  return { installation, service, calling };
}

const eventsOf = ({ log }: Service) =>
  log.map((line) => (JSON.parse(line) as { event: string }).event);

/** What the callers see until so many calls are answered, some of them with each of these statuses. */
async function answered(
  { calling }: Trial,
  statuses: readonly number[],
  calls = callsDuringFault,
): Promise<Seen> {
  calling.phase();
  const isSeen = (status: number) => calling.seen(status) > 0;
  await waitUntil(`answers with ${statuses}`, () => {
    return calling.calls() >= calls && statuses.every(isSeen);
  });
  return calling.phase();
}

/** Every acknowledged decision is stored, once, and recomputes bit for bit. */
async function expectNothingLost({ installation, service, calling }: Trial): Promise<void> {
  await calling.stop();
  expect(await service.stop()).toBe(0);
  const events = openDatabase(join(installation.data, "events.db"));
  const stored = events.query<{ id: string }, []>("SELECT id FROM decisions").all();
  expect(events.query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  events.close();
  const ids = new Set(stored.map(({ id }) => id));
  expect(ids.size).toBe(stored.length);
  expect(calling.acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  const verified = await installation.json<{ decisions: number; same: number }>(
    "decision",
    "verify",
    "--all",
  );
  expect(verified.same).toBe(stored.length);
}

describeWith(smallDisk)("a file system of 64 MiB", () => {
  test("full: 503 until there is space again", async () => {
    const installation = new Installation();
    await withSmallDisk(installation, async () => {
      const trial = await underLoad(installation);
      const filler = join(installation.data, "filler");
      fillDisk(filler);
      await waitUntil("a refusal", () => trial.calling.seen(503) > 0);
      expectOnly(trial.calling.phase(), 200, 503);
      expectOnly(await answered(trial, [503]), 200, 503);
      rmSync(filler);
      await recovered(trial.calling);
      await expectNothingLost(trial);
    });
  });

  test("full: the service ends when it is told to", async () => {
    const installation = new Installation();
    await withSmallDisk(installation, async () => {
      const { service, calling } = await underLoad(installation);
      fillDisk(join(installation.data, "filler"));
      await waitUntil("a refusal", () => calling.seen(503) > 0);
      await calling.stop();
      expect(await service.stop()).toBe(0);
      await waitUntil("the last line", () => eventsOf(service).at(-1) === "stopped");
    });
  });
});

test("a second signal ends the service at once", async () => {
  const installation = new Installation();
  await installation.project();
  const service = await installation.serve("--drain", "600");
  service.process.kill("SIGTERM");
  await waitUntil("it stops", () => eventsOf(service).includes("stopping"));
  service.process.kill("SIGTERM");
  expect(await service.process.exited).toBe(1);
  await waitUntil("the last line", () => eventsOf(service).at(-1) === "stopped");
  expect(service.log.at(-1)).toContain("SIGTERM while it was stopping");
});

/** Of services that several tests share; they are removed when the file has ended. */
const [shared, timed] = [new Installation(), new Installation()];

describe("one service under load has", () => {
  let started: Promise<Trial> | undefined;
  /** Started by the first test that is not skipped. */
  const underFaults = () => {
    started ??= underLoad(shared);
    return started;
  };

  const writes = "pwrite64,pwritev,write,fsync,fdatasync";
  testWith(tracing).each([
    ["an I/O error on every sync", "fsync,fdatasync:error=EIO", [200, 503]],
    [
      "an I/O error on every tenth write to a database",
      "pwrite64:error=EIO:when=10+10",
      [200, 503],
    ],
    ["a read-only file system", "pwrite64,fsync,fdatasync:error=EROFS", [200, 503]],
  ])("%s", async (_, inject, statuses) => {
    const trial = await underFaults();
    const tracer = await traced(trial.service, writes, inject);
    const during = await answered(trial, [503]);
    await tracer.end();
    await recovered(trial.calling);
    expectOnly(during, ...statuses);
  });

  testWith(tracing)("a sync that takes 300 ms", async () => {
    const trial = await underFaults();
    const tracer = await traced(trial.service, writes, "fsync,fdatasync:delay_enter=300000");
    const during = await answered(trial, [200], 3 * callers);
    await tracer.end();
    expectOnly(during, 200);
  });

  testWith(debianProgram("prlimit", "util-linux"))(
    "no file descriptor left: open connections are answered, and new ones afterwards",
    async () => {
      const trial = await underFaults();
      const { pid } = trial.service.process;
      const open = readdirSync(`/proc/${pid}/fd`).length;
      await Bun.$`prlimit --pid ${pid} --nofile=${open + 2}:${open + 2000}`.quiet();
      const sockets = await Promise.all(Array.from({ length: 50 }, () => idleConnection(trial)));
      expectOnly(await answered(trial, [200]), 200, 503);
      await Bun.$`prlimit --pid ${pid} --nofile=${open + 2000}:${open + 2000}`.quiet();
      for (const socket of sockets) socket.end();
      await recovered(trial.calling);
      expect((await fetch(`${trial.service.url}/healthz`, { keepalive: false })).status).toBe(200);
    },
  );

  afterAll(async () => {
    if (started) await expectNothingLost(await started);
  });
});

/** Makes system calls of the running service fail, or take time, until it ends. */
async function traced({ process }: Service, calls: string, inject: string) {
  const command = ["strace", "-f", "-p", String(process.pid), "-o", "/dev/null"];
  const child = Bun.spawn([...command, "-e", `trace=${calls}`, "-e", `inject=${inject}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await readUntil(child.stderr, " attached");
  return {
    async end() {
      child.kill("SIGINT");
      await child.exited;
    },
  };
}

describeWith(memoryGroups)("memory limited by a control group", () => {
  test("to what the process holds, and little for the cache of files: scored all the same", async () => {
    const installation = new Installation();
    const group = new MemoryGroup(installation);
    const trial = await underLoad(installation);
    group.limit((await mostHeld(trial)) + spareMemory);
    expectOnly(await answered(trial, [200], 3 * callsDuringFault), 200);
    group.limit(null);
    await expectNothingLost(trial);
    group.remove();
  });

  test("and then taken by another process: killed, and all is there after a restart", async () => {
    const installation = new Installation();
    const group = new MemoryGroup(installation);
    const trial = await underLoad(installation);
    group.limit(640 * mib);
    writeFileSync(`/proc/${trial.service.process.pid}/oom_score_adj`, "1000"); // It is the one to be killed.
    const greedy = `echo $$ > ${group.processes}; exec tail /dev/zero`;
    const other = Bun.spawn(["sh", "-c", greedy], { stdio: ["ignore", "ignore", "ignore"] });
    await trial.service.process.exited;
    other.kill("SIGKILL");
    await other.exited;
    expect(trial.service.process.signalCode).toBe("SIGKILL");
    await trial.calling.stop();
    group.limit(null);
    const service = await installation.serve();
    await expectNothingLost({ ...trial, service });
    group.remove();
  });
});

/** The most memory that a running service holds while it decides so often, without files, bytes. */
async function mostHeld({ calling, service }: Trial): Promise<number> {
  let mostKiB = 0;
  const end = calling.acknowledged.length + decisionsWatched;
  await waitUntil(
    "decisions",
    () => {
      const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
      mostKiB = Math.max(mostKiB, Number(/RssAnon:\s+(\d+) kB/.exec(status)![1]));
      return calling.acknowledged.length >= end;
    },
    { intervalMs: 10 },
  );
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

describeWith(faketime)("the clock of one service", () => {
  const clock = fakeClock(join(timed.folder, "clock"));
  /** The library reads its file once a second. */
  const slowly = { intervalMs: 200 };
  let started: Promise<Trial> | undefined;
  const withClock = () => {
    started ??= underLoad(timed, clock.environment);
    return started;
  };

  test.each([
    ["jumps back by two days", -2],
    ["jumps ahead by three days", 3],
  ])("%s, and back: scored all the same", async (_, days) => {
    const trial = await withClock();
    trial.calling.phase();
    clock.set(days * 86_400);
    await waitUntil("decisions of another day", () => daysAhead(trial) === days, slowly);
    expectOnly(trial.calling.phase(), 200);
    expectOnly(await answered(trial, [200]), 200);
    clock.set(0);
    await waitUntil("decisions of today", () => daysAhead(trial) === 0, slowly);
    expectOnly(trial.calling.phase(), 200);
    expectOnly(await answered(trial, [200]), 200);
  });

  afterAll(async () => {
    if (started) await expectNothingLost(await started);
  });
});

testWith(faketime)("a clock 1000 days ahead at the start ends no retention", async () => {
  const installation = new Installation();
  const clock = fakeClock(join(installation.folder, "clock"));
  await importPast(installation, [50, 10]);
  expect(await (await installation.serve()).stop()).toBe(0);
  clock.set(1000 * 86_400);
  const retention = ["--decision-retention", "40"];
  for (const start of ["first", "second"]) {
    const service = await installation.serveIn(clock.environment, ...retention);
    const isWarned = () => service.log.some((line) => line.includes('"clock_far_ahead"'));
    await waitUntil(`the warning of the ${start} start`, isWarned);
    const { warnings } = (await (await fetch(`${service.url}/readyz`)).json()) as Ready;
    expect(warnings.join()).toContain("24000 h past the time at which the service last ran");
    expect(await service.stop()).toBe(0);
    expect(endedRetentions(service)).toEqual([]);
  }
  const shifted = new Installation(clock.environment);
  const { out } = await shifted.run("doctor", "--data", installation.data);
  expect(out).toMatch(/^warn clock .* 24000 h past the time/m);
  const right = await installation.serve(...retention);
  await waitUntil("the end of a retention", () => endedRetentions(right).length > 0);
  expect(await right.stop()).toBe(0);
  expect(endedRetentions(right)).toEqual([1]);
});

interface Ready {
  warnings: string[];
}

/** From now to when the newest decision was made, in whole days. */
function daysAhead({ installation }: Trial): number {
  const events = openDatabase(join(installation.data, "events.db"));
  const newest = events
    .query<{ at: number }, []>("SELECT decided_at AS at FROM decisions ORDER BY seq DESC LIMIT 1")
    .get();
  events.close();
  return Math.round((newest!.at - Date.now()) / 86_400_000);
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

/** By a setting of Linux, which a system without it does not have. */
function isTracingRestricted(): boolean {
  const file = "/proc/sys/kernel/yama/ptrace_scope";
  return existsSync(file) && readFileSync(file, "utf8").trim() !== "0";
}
