import { expect, test } from "bun:test";
import { type IndexFailure, indexMonitor } from "./index-monitor.ts";

const corrupt: IndexFailure = { index: "velocity", kind: "failed", code: "SQLITE_CORRUPT" };
const locked: IndexFailure = { index: "search", kind: "locked", code: "SQLITE_BUSY" };

function monitored() {
  const lines: unknown[][] = [];
  const counted: IndexFailure[] = [];
  let time = 0;
  const monitor = indexMonitor({
    now: () => time,
    log: (...line) => lines.push(line),
    count: (failure) => counted.push(failure),
  });
  return { monitor, lines, counted, wait: (ms: number) => (time += ms) };
}

test("every failure is counted, and one a minute is logged for each index and kind", () => {
  const { monitor, lines, counted, wait } = monitored();
  for (let n = 0; n < 90; n++, wait(1000)) monitor.failed(corrupt);
  monitor.failed(locked);
  expect(counted).toHaveLength(91);
  const failed = ["error", "index_failed", corrupt];
  expect(lines).toEqual([failed, failed, ["warning", "index_failed", locked]]);
});

test("a failure is a warning until the index is updated again", () => {
  const { monitor, lines } = monitored();
  monitor.failed(corrupt);
  expect(monitor.warnings()).toEqual([
    expect.stringContaining("the velocity index is not being updated (SQLITE_CORRUPT)"),
  ]);
  monitor.recovered("velocity");
  expect(monitor.warnings()).toEqual([]);
  expect(lines.at(-1)).toEqual(["info", "index_recovered", { index: "velocity" }]);
  monitor.failed(corrupt);
  expect(lines.at(-1)).toEqual(["error", "index_failed", corrupt]);
});

test("a full disk is a warning at once, a lock only when it lasts", () => {
  const { monitor, wait } = monitored();
  monitor.failed({ index: "velocity", kind: "full", code: "SQLITE_FULL" });
  monitor.failed(locked);
  expect(monitor.warnings()).toEqual(["the velocity index is not being updated: the disk is full"]);
  wait(61_000);
  monitor.failed(locked);
  expect(monitor.warnings()).toHaveLength(2);
});

test("a recovery without a failure is not logged", () => {
  const { monitor, lines } = monitored();
  monitor.recovered("search");
  expect(lines).toEqual([]);
});
