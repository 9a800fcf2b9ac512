import { expect, test } from "bun:test";
import { paceLimits, RefusalPace } from "./refusal-pace.ts";

const { held, perTick, tickMs, ticksMax } = paceLimits;

/** Refuses so many. @returns how many of them had to wait; `answered` counts those that do no longer. */
function refuse(pace: RefusalPace, count: number, answered = () => {}, project = "a"): number {
  let waiting = 0;
  for (let i = 0; i < count; i++) {
    const turn = pace.turn(project);
    if (!turn) continue;
    waiting += 1;
    void turn.then(answered);
  }
  return waiting;
}

test("refusals are answered at once while nothing is worked on", async () => {
  const pace = new RefusalPace(() => 7);
  for (let i = 0; i < 10; i++) {
    expect(refuse(pace, perTick * 10)).toBe(0);
    await Bun.sleep(tickMs);
  }
});

test("beside requests that are worked on, so many are answered in a tick, in their order", async () => {
  let served = 0;
  let answered = 0;
  const pace = new RefusalPace(() => served++);
  expect(refuse(pace, perTick)).toBe(0);
  await Bun.sleep(tickMs * 3); // It begins when a request was worked on in a tick.
  refuse(pace, 1);
  await Bun.sleep(tickMs * 2);
  const wanted = perTick * 20;
  const begin = performance.now();
  const waiting = refuse(pace, wanted, () => answered++);
  expect(waiting).toBeGreaterThanOrEqual(wanted - perTick);
  while (pace.held > 0) await Bun.sleep(1);
  expect(performance.now() - begin).toBeGreaterThan(tickMs * 15);
  expect(answered).toBe(waiting);
});

test("a tick that the thread was too busy for counts as several, of a bounded number", async () => {
  let served = 0;
  let answered = 0;
  const pace = new RefusalPace(() => served++);
  refuse(pace, 1);
  await Bun.sleep(tickMs * 3);
  refuse(pace, 1);
  await Bun.sleep(tickMs * 2);
  refuse(pace, perTick * ticksMax * 4, () => answered++);
  Bun.sleepSync(tickMs * ticksMax * 4);
  const before = answered;
  while (answered === before) await Bun.sleep(0);
  expect(answered - before).toBe(perTick * ticksMax);
});

test("a bounded number waits: one more answers the oldest", async () => {
  let served = 0;
  const pace = new RefusalPace(() => served++);
  refuse(pace, 1);
  await Bun.sleep(tickMs * 3);
  refuse(pace, 1);
  await Bun.sleep(tickMs * 2);
  let answered = 0;
  refuse(pace, held + perTick + 10, () => answered++);
  expect(pace.held).toBe(held);
  await Promise.resolve();
  expect(answered).toBeGreaterThanOrEqual(10);
});

test("a project that is refused seldom does not wait behind one that floods, nor do many of them", async () => {
  let served = 0;
  const pace = new RefusalPace(() => served++);
  refuse(pace, 1);
  await Bun.sleep(tickMs * 3);
  refuse(pace, 1);
  await Bun.sleep(tickMs * 2);
  const answered: string[] = [];
  const of = (project: string) => refuse(pace, 1, () => answered.push(project), project);
  refuse(pace, perTick * 50, () => answered.push("flood"), "flood");
  const others = Array.from({ length: perTick * 2 }, (_, i) => `other ${i}`);
  for (const project of others) of(project);
  while (answered.filter((project) => project !== "flood").length < others.length) {
    await Bun.sleep(1);
  }
  expect(answered.filter((project) => project === "flood").length).toBeLessThan(
    perTick * ticksMax * 2,
  );
});
