import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageErrors } from "../../storage/port/load.ts";
import { FilesGone, StorageUnavailable } from "../../storage/port/store.ts";
import { readinessCheck, writtenMs } from "./readiness.ts";

function watched(check: () => Promise<void> = async () => {}, dataFolder = tmpdir()) {
  let at = 1_000_000;
  let writes = 0;
  const errors = new StorageErrors();
  const readiness = readinessCheck({
    store: {
      check: () => {
        writes += 1;
        return check();
      },
      load: () => ({
        waiting: { decisions: 0, telemetry: 0, others: 0 },
        writing: 0,
        roundTrips: null,
        errors: errors.byKind,
      }),
      schema: () => "current",
      lostRows: () => null,
      clockAheadMs: async () => 0,
    },
    dataFolder,
    models: () => [],
    warnings: () => ["a warning"],
    now: () => at,
  });
  return {
    readiness,
    errors,
    writes: () => writes,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

test("writes once a second, however often it is asked", async () => {
  const { readiness, writes, pass } = watched();
  await Promise.all(Array.from({ length: 50 }, () => readiness.ready()));
  pass(writtenMs - 1);
  await readiness.ready();
  expect(writes()).toBe(1);
  pass(1);
  await readiness.ready();
  expect(writes()).toBe(2);
});

test("an operation that fails is reason to write again at once", async () => {
  const { readiness, errors, writes } = watched();
  await readiness.ready();
  errors.add("database or disk is full");
  await readiness.ready();
  expect(writes()).toBe(2);
  expect(errors.byKind.full).toBe(1);
});

test("a failed write does not count, so it is ready as soon as the next one succeeds", async () => {
  let isFull = true;
  const { readiness, writes } = watched(async () => {
    if (isFull) throw new StorageUnavailable("database or disk is full");
  });
  expect(await readiness.ready().catch((error) => error.message)).toContain("full");
  isFull = false;
  expect((await readiness.ready()).warnings).toContain("a warning");
  expect(writes()).toBe(2);
});

test("is not ready before it stops", async () => {
  const { readiness, writes } = watched();
  readiness.drain();
  expect(await readiness.ready().catch(({ code }) => code)).toBe("unavailable");
  expect(writes()).toBe(0);
});

test("says which file is gone", async () => {
  const { readiness } = watched(async () => {
    throw new FilesGone("events.db is gone");
  });
  const error = await readiness.ready().catch(({ code, message }) => ({ code, message }));
  expect(error).toEqual({ code: "unavailable", message: "events.db is gone" });
});

test("a data folder that is gone is a warning where the store does without", async () => {
  const { readiness } = watched(undefined, join(tmpdir(), "there is no such folder"));
  expect((await readiness.ready()).warnings).toContain("the data folder cannot be read: ENOENT");
});
