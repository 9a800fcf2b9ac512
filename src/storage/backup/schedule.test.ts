import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextTurn, turnsUntil } from "../../../test/fixtures/turns.ts";
import { scheduleBackups } from "./schedule.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("a backup whose process cannot be started has failed, and is tried again later", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "booking-risk-"));
  const results: string[] = [];
  const backups = scheduleBackups(
    {
      everyMs: 3_600_000,
      into: join(dataFolder, "backups"),
      keep: 1,
      recipients: [],
      signWith: null,
    },
    {
      command: ["/there/is/no/such/program"],
      dataFolder,
      isFirst: () => true,
      ended: (result) => results.push(result),
      now: () => Date.UTC(2026, 0, 1),
    },
  );
  await turnsUntil(() => results.length > 0);
  expect(backups.warnings()).toEqual([
    expect.stringMatching(/^the backup at 2026-01-01T00:00:00.000Z failed: ENOENT/),
  ]);
  for (let seconds = 0; seconds < 10; seconds++) {
    jest.advanceTimersByTime(1000); // It is looked at every second whether one is due.
    await nextTurn();
  }
  expect(results).toEqual(["failed"]);
  await backups.stop();
  rmSync(dataFolder, { recursive: true });
});
