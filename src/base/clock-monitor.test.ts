import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClockJump, clockBehindMs, clockMonitor, warnedMs } from "./clock-monitor.ts";

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
