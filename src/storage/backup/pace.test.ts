import { afterAll, afterEach, describe, expect, jest, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import { servingLock } from "../sqlite/serving-lock.ts";
import { type Pace, paced, paceFor, pieceBytes, slowPace } from "./pace.ts";

const root = mkdtempSync(join(tmpdir(), "booking-risk-pace-"));
afterAll(() => rmSync(root, { recursive: true }));
afterEach(() => {
  jest.useRealTimers();
});

const chunks = (count: number) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < count; i++) controller.enqueue(new Uint8Array(pieceBytes / 4).fill(i));
      controller.close();
    },
  });

describe("while a service runs", () => {
  test("it rests three times as long as it worked, and at most a quarter of a second", async () => {
    const rests: number[] = [];
    const pace = slowPace(async (ms) => rests.push(ms));
    pace.worked(4);
    pace.worked(6);
    await pace.rest();
    await pace.rest();
    pace.worked(9000);
    await pace.rest();
    expect(rests).toEqual([30, 0, 250]);
  });

  test("it rests after each MiB, and changes nothing of the bytes", async () => {
    let rests = 0;
    let pieces = 0;
    const pace: Pace = { worked() {}, rest: async () => void rests++ };
    const read: number[] = [];
    for await (const chunk of paced(chunks(18), pace, () => pieces++)) {
      read.push(chunk[0]!);
      expect(rests).toBe(Math.floor((read.length - 1) / 4));
    }
    expect(read).toEqual(Array.from({ length: 18 }, (_, i) => i));
    expect([rests, pieces]).toEqual([4, 4]);
  });

  test("it ends where it must not go on", async () => {
    const pace: Pace = { worked() {}, rest: async () => {} };
    const read = async () => {
      for await (const _ of paced(chunks(18), pace, refuse));
    };
    const refuse = () => {
      throw new Error("no");
    };
    await expect(read()).rejects.toThrow("no");
  });
});

test("it rests only where a service uses the folder", async () => {
  jest.useFakeTimers();
  const restMs = async () => {
    const pace = paceFor(root);
    pace.worked(1000);
    const began = performance.now();
    let isOver = false;
    void pace.rest().then(() => {
      isOver = true;
    });
    for (await nextTurn(); !isOver; await nextTurn()) jest.advanceTimersByTime(10);
    return performance.now() - began;
  };
  expect(await restMs()).toBeLessThanOrEqual(10);
  const lock = servingLock(root);
  expect(await restMs()).toBeGreaterThan(240);
  lock.release();
});
