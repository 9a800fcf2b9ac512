/** `serve --backup-every` on the executable: under load, on a full disk, and stopped in the middle of a backup. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../../scripts/programs/wait-until.ts";
import { publicKeyOf } from "../../src/storage/backup/signature.ts";
import { booking } from "../fixtures/booking.ts";
import { openDatabase } from "../fixtures/database.ts";
import { callRisk, Installation, type Service } from "../fixtures/executable.ts";
import { smallDisk, testWith } from "../fixtures/needs.ts";

/** An installation of a test's own, since the tests run at the same time. */
function place() {
  const installation = new Installation();
  const path = (name: string) => join(installation.folder, name);
  return {
    installation,
    path,
    folder(name: string) {
      mkdirSync(path(name));
      return path(name);
    },
    every: (interval: string, to: string, ...more: string[]) =>
      installation.serve("--backup-every", interval, "--backup-to", to, ...more),
  };
}
const [loaded, onFullDisk, elsewhere, stopped] = [place(), place(), place(), place()];

const linesOf = (service: Service, event: string) =>
  service.log.map((line) => JSON.parse(line)).filter((line) => line.event === event);
const loggedIn = (service: Service, event: string) =>
  waitUntil(event, () => linesOf(service, event)[0]);

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

/** So many bookings are answered before the backup that is restored begins. */
const bookingsBefore = 20;

interface Tally {
  decisions: number;
  same: number;
}

describe.concurrent("backups at an interval", () => {
  test("copies are made at the interval, across a restart; old ones go, and the newest has all that was answered before it", async () => {
    const { installation, every, folder, path } = loaded;
    const { secret } = await installation.project();
    const to = folder("copies");
    writeFileSync(join(to, "monday.tar"), "somebody's own");
    const { privateKey } = generateKeyPairSync("ed25519");
    const key = path("backup-key.pem");
    writeFileSync(key, privateKey.export({ format: "pem", type: "pkcs8" }));
    const flags = ["--backup-keep", "1", "--backup-sign-with", key];
    const before = await every("10s", to, ...flags);
    const first = await loggedIn(before, "backup_made");
    expect(first.removed).toEqual([]);
    expect(await before.stop()).toBe(0);

    const service = await every("10s", to, ...flags);
    const answered: { id: string; at: number }[] = [];
    let isStopped = false;
    const callers = [1, 2, 3, 4].map(async (caller) => {
      for (let n = 0; !isStopped; n++) {
        const request = booking({ requestId: `copies-${caller}-${n}` });
        const response = await callRisk(service.url, secret.key, request);
        expect(response.status).toBe(200);
        const { decisionId } = (await response.json()) as { decisionId: string };
        answered.push({ id: decisionId, at: Date.now() });
        await Bun.sleep(50);
      }
    });
    // Its first one has no bookings before it where the restart took longer than the interval.
    const made = await waitUntil("a backup with bookings", () => {
      const lines = linesOf(service, "backup_made");
      const begins = Date.parse(lines.at(-1)?.createdAt);
      return (answered[bookingsBefore]?.at ?? Infinity) < begins && lines;
    });
    isStopped = true;
    await Promise.all(callers);
    const newest = made.at(-1);
    const begins = [first, ...made].map(({ createdAt }) => Date.parse(createdAt));
    expect(begins[1]! - begins[0]!).toBeGreaterThanOrEqual(9000);
    const nameOf = ({ file }: { file: string }) => file.slice(to.length + 1);
    expect(made[0].removed).toEqual([nameOf(first)]);
    expect(readdirSync(to).sort()).toEqual([nameOf(newest), "monday.tar"]);
    expect(await metricOf(service, 'booking_risk_backups_total{result="made"}')).toBe(made.length);
    expect(await metricOf(service, "booking_risk_backup_interval_seconds")).toBe(10);
    expect(await metricOf(service, "booking_risk_last_backup_timestamp_seconds")).toBe(
      begins.at(-1)! / 1000,
    );
    expect(await service.stop()).toBe(0);

    const data = path("restored");
    const signedBy = ["--signed-by", publicKeyOf(privateKey)];
    await installation.json("restore", newest.file, "--data", data, ...signedBy);
    const database = openDatabase(join(data, "events.db"));
    const rows = database.query("SELECT id FROM decisions").all() as { id: string }[];
    database.close();
    const stored = new Set(rows.map(({ id }) => id));
    const earlier = answered.filter(({ at }) => at < begins.at(-1)!);
    expect(earlier.length).toBeGreaterThan(bookingsBefore);
    expect(earlier.filter(({ id }) => !stored.has(id))).toEqual([]);
    const tally = await installation.json<Tally>("decision", "verify", "--all", "--data", data);
    expect(tally).toMatchObject({ decisions: stored.size, same: stored.size });
  });

  testWith(smallDisk)(
    "on a full disk: bookings are scored, the log, /readyz and the metrics say so, and it recovers",
    async () => {
      const { installation, every, folder } = onFullDisk;
      const { secret } = await installation.project();
      const to = folder("small");
      const mount = (...options: string[]) =>
        spawnSync("mount", ["-t", "tmpfs", "-o", options.join(","), "tmpfs", to]).status;
      expect(mount("size=1m")).toBe(0);
      try {
        const service = await every("10s", to);
        const { reason } = await loggedIn(service, "backup_failed");
        expect(reason).toMatch(/MiB are needed in .*small, and \d MiB are free/);
        const ready = await readyOf(service);
        expect(ready.status).toBe("ready");
        expect(ready.warnings.join()).toMatch(/the backup at .*Z failed: \d+ MiB are needed/);
        expect(await metricOf(service, 'booking_risk_backups_total{result="failed"}')).toBe(1);
        expect((await callRisk(service.url, secret.key, booking())).status).toBe(200);
        expect(readdirSync(to)).toEqual([]);

        expect(mount("remount", "size=300m")).toBe(0);
        await loggedIn(service, "backup_made");
        expect((await readyOf(service)).warnings.join()).not.toContain("the backup at");
        expect(await service.stop()).toBe(0);
      } finally {
        spawnSync("umount", ["--lazy", to]);
      }
    },
  );

  test("into a folder that is not there: the service starts and scores", async () => {
    const { installation, every, path } = elsewhere;
    const { secret } = await installation.project();
    const service = await every("1h", path("not-mounted"));
    const { reason } = await loggedIn(service, "backup_failed");
    expect(reason).toContain("there is no folder");
    expect(existsSync(path("not-mounted"))).toBe(false);
    expect((await callRisk(service.url, secret.key, booking())).status).toBe(200);
    expect(await service.stop()).toBe(0);

    // Nor is one made that would leave the service too little room.
    const copy = ["backup", path("floor.tar"), "--leave-free", "999999999"];
    const { status, error } = await installation.run(...copy);
    expect(status).toBe(1);
    expect(error).toContain("MiB are needed");
    const streamed = await installation.run(...copy.with(1, "-"));
    expect(streamed.status).toBe(1);
    expect(streamed.error).toContain("which is reserved for the service");
    expect(existsSync(path("floor.tar"))).toBe(false);
  });

  test("SIGTERM during a backup ends it with the service, and leaves nothing of it", async () => {
    const { installation, every, folder } = stopped;
    await installation.project();
    const ballast = join(installation.data, "ballast");
    writeFileSync(ballast, "");
    truncateSync(ballast, 256 * 2 ** 20); // Some seconds of copying.
    const to = folder("stopped");
    const service = await every("1h", to);
    await waitUntil("a part of a backup", () =>
      readdirSync(to).some((name) => {
        const { size = 0 } = statSync(join(to, name), { throwIfNoEntry: false }) ?? {};
        return name.includes(".partial-") && size > 2 * 2 ** 20;
      }),
    );
    expect(await service.stop()).toBe(0);
    expect(readdirSync(to)).toEqual([]);
    expect(linesOf(service, "backup_failed")).toEqual([]);
    expect(linesOf(service, "backup_made")).toEqual([]);
    expect(existsSync(join(installation.data, "last-backup"))).toBe(false);
    rmSync(ballast);
  });
});

test("flags that do not go together are refused", async () => {
  const { status, error } = await elsewhere.installation.run("serve", "--backup-every", "6h");
  expect(status).toBe(2);
  expect(error).toContain("need each other");
});
