import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ClockJump,
  clockBehindMs,
  clockFarAheadMs,
  clockMonitor,
  clockTrust,
  untrustedMs,
  warnedMs,
} from "./clock-monitor.ts";

function clocks() {
  let wall = 1_800_000_000_000;
  let passed = 0;
  const jumps: ClockJump[] = [];
  const monitor = clockMonitor({
    now: () => wall,
    passed: () => passed,
    jumped: (jump) => jumps.push(jump),
  });
  return {
    monitor,
    jumps,
    pass(ms: number, jump = 0) {
      passed += ms;
      wall += ms + jump;
      monitor.check();
    },
  };
}

test("a clock that runs, late timers and small corrections are no jumps", () => {
  const { jumps, pass } = clocks();
  pass(1000);
  pass(30_000);
  pass(1000, -1500);
  expect(jumps).toEqual([]);
});

test("a jump back by two days and one forward by three are told once each", () => {
  const { monitor, jumps, pass } = clocks();
  const day = 86_400_000;
  pass(1000, -2 * day);
  pass(1000);
  expect(monitor.warnings()[0]).toContain("jumped back by 172800 s");
  pass(1000, 3 * day);
  expect(jumps.map(({ byMs }) => byMs)).toEqual([-2 * day, 3 * day]);
  expect(monitor.warnings()[0]).toContain("forward");
  pass(warnedMs + 1);
  expect(monitor.warnings()).toEqual([]);
});

test("files from the future show that the clock is behind", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clock-"));
  expect(await clockBehindMs(folder, Date.now())).toBe(0);
  const file = join(folder, "events.db");
  writeFileSync(file, "");
  expect(await clockBehindMs(folder, Date.now())).toBe(0);
  const future = Date.now() / 1000 + 172_800;
  utimesSync(file, future, future);
  expect(await clockBehindMs(folder, Date.now())).toBeGreaterThan(172_000_000);
  rmSync(folder, { recursive: true });
});

describe("retention", () => {
  const hour = 3_600_000;
  const day = 24 * hour;
  const now = Date.UTC(2026, 10, 30);

  /** A data folder, and services that run on it one after the other. */
  async function withFolder(use: (folder: Folder) => Promise<void>) {
    const dataFolder = mkdtempSync(join(tmpdir(), "clock-"));
    let wall = now;
    let passed = 0;
    const told: number[] = [];
    const start = async () => {
      passed = (passed + 7 * hour) % day; // Another process counts from another moment.
      return clockTrust({
        dataFolder,
        now: () => wall,
        passed: () => passed,
        farAhead: (ms) => told.push(ms),
      });
    };
    const folder = {
      dataFolder,
      told,
      start,
      /** The clock is set. */
      jump(ms: number) {
        wall += ms;
      },
      pass(ms: number) {
        wall += ms;
        passed += ms;
      },
      ahead: () => clockFarAheadMs(dataFolder, wall),
    };
    try {
      await use(folder);
    } finally {
      rmSync(dataFolder, { recursive: true });
    }
  }
  interface Folder {
    dataFolder: string;
    told: number[];
    start: () => ReturnType<typeof clockTrust>;
    jump: (ms: number) => void;
    pass: (ms: number) => void;
    ahead: () => Promise<number>;
  }

  test("does not go by a clock that is far ahead at the start, until the service has run for a day", () =>
    withFolder(async ({ start, jump, pass, told, ahead }) => {
      expect((await start()).isTrusted()).toBe(true);
      jump(1000 * day);
      expect(await ahead()).toBe(1000 * day);
      const first = await start();
      expect([first.isTrusted(), first.isTrusted()]).toEqual([false, false]);
      expect(told).toEqual([1000 * day]);
      expect(first.warnings()).toEqual([expect.stringContaining("24000 h past")]);
      pass(untrustedMs - hour);
      expect(first.isTrusted()).toBe(false);
      jump(2 * day); // Stopped meanwhile.
      const second = await start();
      expect(second.isTrusted()).toBe(false);
      expect(await ahead()).toBeGreaterThan(1000 * day);
      pass(hour);
      expect(second.isTrusted()).toBe(true);
      expect([second.warnings(), await ahead()]).toEqual([[], 0]);
      pass(day);
      expect([second.isTrusted(), (await start()).isTrusted()]).toEqual([true, true]);
    }));

  test("does not go by a clock that jumped ahead by more than a day, also after a restart", () =>
    withFolder(async ({ start, jump, pass, ahead }) => {
      const service = await start();
      jump(day - hour);
      expect(service.isTrusted()).toBe(true);
      jump(day + hour);
      expect(service.isTrusted()).toBe(false);
      expect((await start()).isTrusted()).toBe(false);
      expect(await ahead()).toBe(day + hour);
      jump(-day - hour);
      pass(hour);
      expect([service.isTrusted(), service.warnings()]).toEqual([true, []]);
      expect(await ahead()).toBe(0);
    }));

  test("goes by the clock of a service that ran for months without bookings, or was stopped for a week", () =>
    withFolder(async ({ start, jump, pass, told }) => {
      const service = await start();
      for (let n = 0; n < 90; n++) {
        pass(30 * hour); // A run of the retention may take as long.
        expect(service.isTrusted()).toBe(true);
      }
      jump(7 * day);
      expect((await start()).isTrusted()).toBe(true);
      expect(told).toEqual([]);
    }));

  test("goes by a clock that was put right after it had been behind", () =>
    withFolder(async ({ start, jump, told }) => {
      const service = await start();
      service.isTrusted();
      jump(-2000 * day);
      expect(service.isTrusted()).toBe(true);
      expect((await start()).isTrusted()).toBe(true);
      jump(2000 * day);
      expect(service.isTrusted()).toBe(true);
      expect(told).toEqual([]);
    }));

  test.each(["", "null", "{}", '{"at":"2026","ranMs":null}', '{"at":null,"ranMs":0}'])(
    "goes by the newest write where the service stored no readable time, but %j",
    (stored) =>
      withFolder(async ({ dataFolder, start, ahead }) => {
        expect(await ahead()).toBe(0);
        writeFileSync(join(dataFolder, "known-time"), stored);
        const file = join(dataFolder, "events.db");
        writeFileSync(file, "");
        utimesSync(file, (now - day) / 1000, (now - day) / 1000);
        expect(await ahead()).toBe(0);
        utimesSync(file, (now - 8 * day) / 1000, (now - 8 * day) / 1000);
        expect(await ahead()).toBe(8 * day);
        expect((await start()).isTrusted()).toBe(false);
      }),
  );
});
