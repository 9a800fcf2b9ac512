import { afterEach, beforeEach, expect, jest, spyOn, test } from "bun:test";
import { AnswerPace, paceLimits } from "./answer-pace.ts";

const { bytes, held, perTick, quietTicks, tickMs, ticksMax } = paceLimits;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Lets so many ticks pass, and what waited for them go on. @param busy a request is processed in each. */
async function pass(ticks: number, busy?: AnswerPace): Promise<void> {
  for (let i = 0; i < ticks; i++) {
    busy?.served();
    jest.advanceTimersByTime(tickMs);
    await Promise.resolve();
  }
}

/** A pace alongside requests that are processed, on which refusals have to wait. */
async function busyPace(): Promise<AnswerPace> {
  const pace = new AnswerPace();
  refuse(pace, 1);
  await pass(1, pace);
  return pace;
}

/** Refuses so many. @returns how many of them had to wait; `answered` counts those that do no longer. */
function refuse(pace: AnswerPace, count: number, answered = () => {}, project = "a"): number {
  let waiting = 0;
  for (let i = 0; i < count; i++) {
    const turn = pace.turn(project);
    if (!turn) continue;
    waiting += 1;
    void turn.then(answered);
  }
  return waiting;
}

test("refusals are answered at once while nothing is processed", async () => {
  const pace = new AnswerPace();
  for (let i = 0; i < 10; i++) {
    expect(refuse(pace, perTick * 10)).toBe(0);
    await pass(1);
  }
});

test("alongside requests that are processed, so many are answered in a tick", async () => {
  let answered = 0;
  const pace = await busyPace();
  const waiting = refuse(pace, perTick * 21, () => answered++);
  expect(waiting).toBe(perTick * 20);
  for (let tick = 1; tick <= 20; tick++) {
    await pass(1, pace);
    expect(answered).toBe(perTick * tick);
  }
  expect(pace.held).toBe(0);
});

test("those of a project are answered in their order", async () => {
  const answered: number[] = [];
  const pace = await busyPace();
  refuse(pace, perTick);
  const wanted = Array.from({ length: perTick * 3 }, (_, i) => i);
  for (const i of wanted) refuse(pace, 1, () => answered.push(i));
  await pass(3);
  expect(answered).toEqual(wanted);
});

test("a second after the last processed request, all that wait are answered", async () => {
  const pace = await busyPace();
  refuse(pace, perTick);
  let answered = 0;
  const waiting = refuse(pace, held, () => answered++);
  pace.served();
  await pass(quietTicks);
  expect(answered).toBe(perTick * quietTicks);
  await pass(1);
  expect(answered).toBe(waiting);
});

test("a tick that the thread was too busy for counts as several, of a bounded number", async () => {
  let answered = 0;
  const pace = await busyPace();
  refuse(pace, perTick * ticksMax * 4, () => answered++);
  const late = performance.now() + tickMs * ticksMax * 4;
  spyOn(performance, "now").mockReturnValue(late);
  await pass(1);
  expect(answered).toBe(perTick * ticksMax);
});

test("a bounded number waits: one more answers the oldest", async () => {
  const pace = await busyPace();
  let answered = 0;
  refuse(pace, perTick);
  refuse(pace, held + 10, () => answered++);
  expect(pace.held).toBe(held);
  await Promise.resolve();
  expect(answered).toBe(10);
});

test("a project that is refused seldom does not wait behind one that floods, nor do many of them", async () => {
  const pace = await busyPace();
  const answered: string[] = [];
  refuse(pace, perTick * 50, () => answered.push("flood"), "flood");
  const others = Array.from({ length: perTick * 2 }, (_, i) => `other ${i}`);
  for (const project of others) refuse(pace, 1, () => answered.push(project), project);
  await pass(3);
  expect(answered.filter((project) => project !== "flood")).toEqual(others);
  expect(answered.length).toBe(perTick * 3);
});

test("a large answer takes the place of as many refusals as its bytes cost, also of the ticks that follow", async () => {
  const pace = await busyPace();
  const sent: number[] = [];
  const ticks = 3;
  let tick = 0;
  const large = bytes * (perTick * ticks - 1);
  for (let i = 0; i < 3; i++) void pace.turn("", large)?.then(() => sent.push(tick));
  for (tick = 1; tick <= ticks * 2; tick++) await pass(1, pace);
  // The first was sent at once.
  expect(sent).toEqual([ticks, ticks * 2]);
});

test("what was sent while nothing was processed is not a debt when bookings come", async () => {
  const pace = new AnswerPace();
  for (let i = 0; i < 100; i++) expect(pace.turn("", bytes * perTick)).toBeUndefined();
  await pass(1, pace);
  await pass(1, pace);
  expect(refuse(pace, perTick)).toBe(0);
});
