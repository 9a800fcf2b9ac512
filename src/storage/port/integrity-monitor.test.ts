import { expect, test } from "bun:test";
import { checkAgainMs, checkEveryMs, integrityMonitor } from "./integrity-monitor.ts";
import { StorageErrors, type StoreLoad } from "./load.ts";
import { type DamagedDatabases, StorageUnavailable } from "./store.ts";

const whole: DamagedDatabases = new Map([
  ["control", null],
  ["events", null],
]);
const broken: DamagedDatabases = new Map([
  ["control", null],
  ["events", "events.db is damaged. Restore it"],
]);

function monitored() {
  const lines: unknown[][] = [];
  const errors = new StorageErrors();
  const load = { errors: errors.byKind } as StoreLoad;
  const state = { time: 0, checks: 0, next: whole as DamagedDatabases | Error };
  const monitor = integrityMonitor({
    store: {
      load: () => load,
      async damagedDatabases() {
        state.checks += 1;
        if (state.next instanceof Error) throw state.next;
        return state.next;
      },
    },
    passed: () => state.time,
    log: (...line) => lines.push(line),
  });
  return { monitor, lines, errors, state };
}

test("the databases are read at once, and then once a day", async () => {
  const { monitor, state } = monitored();
  expect(monitor.damaged()).toEqual(new Map());
  await monitor.check();
  expect(monitor.damaged()).toEqual(whole);
  state.time += checkEveryMs - 1;
  await monitor.check();
  expect(state.checks).toBe(1);
  state.time += 1;
  await monitor.check();
  expect(state.checks).toBe(2);
});

test("damage is a warning until a check finds none, and is logged once", async () => {
  const { monitor, lines, state } = monitored();
  state.next = broken;
  for (let n = 0; n < 2; n++, state.time += checkEveryMs) await monitor.check();
  expect(monitor.warnings()).toEqual(["events.db is damaged. Restore it"]);
  expect(lines).toEqual([
    [
      "error",
      "database_damaged",
      { database: "events", reason: "events.db is damaged. Restore it" },
    ],
  ]);
  state.next = whole;
  await monitor.check();
  expect(monitor.warnings()).toEqual([]);
});

test("an operation that meets damage is a warning, and leads to a check some minutes after the last", async () => {
  const { monitor, errors, state } = monitored();
  await monitor.check();
  errors.add("database disk image is malformed");
  expect(monitor.warnings()).toEqual([
    expect.stringContaining("1 operations since the start failed because a database is damaged"),
  ]);
  await monitor.check();
  expect(state.checks).toBe(1);
  state.time += checkAgainMs;
  state.next = broken;
  await monitor.check();
  expect(monitor.warnings()).toEqual(["events.db is damaged. Restore it"]);
});

test("a check that could not read is made again, and changes nothing", async () => {
  const { monitor, state } = monitored();
  state.next = new StorageUnavailable("database is locked");
  await expect(monitor.check()).rejects.toThrow("locked");
  expect(monitor.warnings()).toEqual([]);
  state.next = broken;
  await monitor.check();
  expect(monitor.warnings()).toEqual([]);
  state.time += checkAgainMs;
  await monitor.check();
  expect(monitor.warnings()).toHaveLength(1);
});

test("nothing is read after the stop", async () => {
  const { monitor, state } = monitored();
  monitor.stop();
  await monitor.check();
  expect(state.checks).toBe(0);
});
