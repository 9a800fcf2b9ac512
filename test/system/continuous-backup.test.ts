/** `serve --backup-every` on the executable: under load, on a full disk, and stopped in the middle of a backup. */
import { afterAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { randomFillSync } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { booking } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";
import { smallDisk, testWith } from "../fixtures/needs.ts";

const installation = new Installation();
const { secret } = await installation.project();
const path = (name: string) => join(installation.folder, name);

const folder = (name: string) => {
  mkdirSync(path(name), { recursive: true });
  return path(name);
};
const every = (interval: string, to: string, ...more: string[]) =>
  installation.serve("--backup-every", interval, "--backup-to", to, ...more);
const linesOf = (service: Service, event: string) =>
  service.log.map((line) => JSON.parse(line)).filter((line) => line.event === event);

interface Ready {
  status: string;
  warnings: string[];
}
const readyOf = async (service: Service) =>
  (await (await fetch(`${service.url}/readyz`)).json()) as Ready;
const metricOf = async (service: Service, sample: string) => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${sample} `));
  return line === undefined ? null : Number(line.split(" ")[1]);
};

async function until(holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  for (let i = 0; i < seconds * 20; i++) {
    if (await holds()) return;
    await Bun.sleep(50);
  }
  throw new Error("it did not happen");
}

/** A data folder of its own, as the first backup is due at once there. */
function forgetBackups(): void {
  rmSync(join(installation.data, "last-backup"), { force: true });
}

describe("under load", () => {
  test("copies are made at the interval, old ones go, and the newest has all that was answered before it", async () => {
    const to = folder("copies");
    writeFileSync(join(to, "monday.tar"), "somebody's own");
    const service = await every("10s", to, "--backup-keep", "2");
    const answered: { id: string; at: number }[] = [];
    let isStopped = false;
    const callers = [1, 2, 3, 4].map(async (caller) => {
      for (let n = 0; !isStopped; n++) {
        const request = booking({ requestId: `copies-${caller}-${n}` });
        const response = await callRisk(service.url, secret.key, request);
        expect(response.status).toBe(200);
        const { decisionId } = (await response.json()) as { decisionId: string };
        answered.push({ id: decisionId, at: Date.now() });
        await Bun.sleep(20);
      }
    });
    await until(() => linesOf(service, "backup_made").length >= 3, 90);
    isStopped = true;
    await Promise.all(callers);
    const made = linesOf(service, "backup_made");
    expect(made[0].removed).toEqual([]);
    const begins = made.map(({ createdAt }) => Date.parse(createdAt));
    expect(begins[1]! - begins[0]!).toBeGreaterThanOrEqual(9000);
    const kept = readdirSync(to).sort();
    expect(kept).toEqual([
      ...made.slice(-2).map(({ file }) => file.slice(to.length + 1)),
      "monday.tar",
    ]);
    expect(await metricOf(service, 'booking_risk_backups_total{result="made"}')).toBe(made.length);
    expect(await metricOf(service, "booking_risk_backup_interval_seconds")).toBe(10);
    expect(await metricOf(service, "booking_risk_last_backup_timestamp_seconds")).toBe(
      begins.at(-1)! / 1000,
    );
    expect(await service.stop()).toBe(0);

    const newest = made.at(-1);
    const data = path("restored");
    await installation.json("restore", newest.file, "--data", data);
    const database = openDatabase(join(data, "events.db"));
    const rows = database.query("SELECT id FROM decisions").all() as { id: string }[];
    database.close();
    const stored = new Set(rows.map(({ id }) => id));
    const before = answered.filter(({ at }) => at < begins.at(-1)!);
    expect(before.length).toBeGreaterThan(50);
    expect(before.filter(({ id }) => !stored.has(id))).toEqual([]);
    interface Tally {
      decisions: number;
      same: number;
    }
    const tally = await installation.json<Tally>("decision", "verify", "--all", "--data", data);
    expect(tally).toMatchObject({ decisions: stored.size, same: stored.size });
  }, 180_000);

  test("of an interval that has begun, no other copy is made after a restart", async () => {
    const to = folder("restarted");
    const service = await every("1h", to);
    await Bun.sleep(2500);
    expect(readdirSync(to)).toEqual([]); // The test before has made one.
    expect(await service.stop()).toBe(0);
  }, 60_000);
});

describe("a copy that cannot be made", () => {
  testWith(smallDisk)(
    "on a full disk: bookings are scored, the log, /readyz and the metrics say so, and it recovers",
    async () => {
      forgetBackups();
      const to = folder("small");
      const mount = (...options: string[]) =>
        spawnSync("mount", ["-t", "tmpfs", "-o", options.join(","), "tmpfs", to]).status;
      expect(mount("size=1m")).toBe(0);
      afterAll(() => void spawnSync("umount", ["--lazy", to]));
      const service = await every("10s", to);
      await until(() => linesOf(service, "backup_failed").length > 0);
      const [{ reason }] = linesOf(service, "backup_failed");
      expect(reason).toMatch(/MiB are needed in .*small, and \d MiB are free/);
      const ready = await readyOf(service);
      expect(ready.status).toBe("ready");
      expect(ready.warnings.join()).toMatch(/the backup at .*Z failed: \d+ MiB are needed/);
      expect(await metricOf(service, 'booking_risk_backups_total{result="failed"}')).toBe(1);
      expect((await callRisk(service.url, secret.key, booking())).status).toBe(200);
      expect(readdirSync(to)).toEqual([]);

      expect(mount("remount", "size=300m")).toBe(0);
      await until(() => linesOf(service, "backup_made").length > 0);
      expect((await readyOf(service)).warnings.join()).not.toContain("the backup at");
      expect(await service.stop()).toBe(0);
    },
    120_000,
  );

  test("into a folder that is not there: the service starts and scores", async () => {
    forgetBackups();
    const service = await every("1h", path("not-mounted"));
    await until(() => linesOf(service, "backup_failed").length > 0);
    expect(linesOf(service, "backup_failed")[0].reason).toContain("there is no folder");
    expect(existsSync(path("not-mounted"))).toBe(false);
    expect((await callRisk(service.url, secret.key, booking())).status).toBe(200);
    expect(await service.stop()).toBe(0);
  }, 60_000);

  test("where it would leave the service too little room", async () => {
    const copy = ["backup", path("floor.tar"), "--leave-free", "999999999"];
    const { status, error } = await installation.run(...copy);
    expect(status).toBe(1);
    expect(error).toContain("MiB are needed");
    const streamed = await installation.run(...copy.with(1, "-"));
    expect(streamed.status).toBe(1);
    expect(streamed.error).toContain("which is reserved for the service");
    expect(existsSync(path("floor.tar"))).toBe(false);
  }, 60_000);
});

describe("SIGTERM during a backup", () => {
  test("ends it with the service, and leaves nothing of it", async () => {
    forgetBackups();
    const ballast = join(installation.data, "ballast");
    writeFileSync(ballast, randomFillSync(Buffer.alloc(256 * 2 ** 20))); // Some seconds of copying.
    const to = folder("stopped");
    const service = await every("1h", to);
    const isWritten = () =>
      readdirSync(to).some((name) => {
        return name.includes(".partial-") && statSync(join(to, name)).size > 2 * 2 ** 20;
      });
    await until(isWritten);
    const started = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(readdirSync(to)).toEqual([]);
    expect(linesOf(service, "backup_failed")).toEqual([]);
    expect(existsSync(join(installation.data, "last-backup"))).toBe(false);
    rmSync(ballast);
  }, 120_000);
});

test.each([
  [["--backup-every", "6h"], "need each other"],
  [["--backup-to", "copies"], "need each other"],
  [["--backup-every", "5s", "--backup-to", "copies"], "from 10s to 31d"],
  [["--backup-every", "6h", "--backup-to", "data/copies"], "must not be in the data folder"],
  [["--backup-every", "6h", "--backup-to", "x", "--backup-recipient", "me"], "public key of age"],
  [["--backup-every", "6h", "--backup-to", "x", "--backup-keep", "0"], "must be 1 or more"],
  [["--backup-keep", "3"], "need --backup-every"],
])("serve %p is refused with what to do", async (flags, said) => {
  const { status, error } = await installation.run("serve", "--port", "0", ...flags);
  expect(status).toBe(2);
  expect(error).toContain(said);
});
