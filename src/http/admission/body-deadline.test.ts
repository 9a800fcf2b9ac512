import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { nextTurn } from "../../../test/fixtures/turns.ts";
import { BodyDeadline } from "./body-deadline.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Lets time pass, and what waited for it go on. */
async function pass(ms: number): Promise<void> {
  jest.advanceTimersByTime(ms);
  await nextTurn();
}

const never = () => new Promise<string>(() => {});
const late = () => "late";
const inTime = (deadline: BodyDeadline, body: Promise<string>) => deadline.inTime(body, late);

test("what arrives in time is passed on, and so is its failure", async () => {
  const deadline = new BodyDeadline({ ms: 100, max: 10 });
  expect(await inTime(deadline, Promise.resolve("body"))).toBe("body");
  expect(inTime(deadline, Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  const body = Promise.withResolvers<string>();
  const read = inTime(deadline, body.promise);
  await pass(99);
  body.resolve("body");
  expect(await read).toBe("body");
  await pass(25);
  expect([deadline.size, jest.getTimerCount()]).toEqual([0, 0]);
});

test("what does not arrive is cut off at its own deadline, a quarter late at most", async () => {
  const deadline = new BodyDeadline({ ms: 200, max: 10 });
  const cutAt: number[] = [];
  const begin = performance.now();
  const send = () =>
    void inTime(deadline, never()).then((text) => {
      expect(text).toBe("late");
      cutAt.push(performance.now() - begin);
    });
  send();
  for (let ms = 0; ms < 600; ms++) {
    if (ms === 120) send();
    await pass(1);
  }
  expect(cutAt).toHaveLength(2);
  expect(cutAt[0]).toBeWithin(200, 251);
  expect(cutAt[1]).toBeWithin(320, 371);
  expect(deadline.size).toBe(0);
});

test("one too many cuts off the oldest, and the newest still arrives", async () => {
  const deadline = new BodyDeadline({ ms: 60_000, max: 2 });
  const oldest = inTime(deadline, never());
  void inTime(deadline, never());
  expect(await inTime(deadline, Promise.resolve("body"))).toBe("body");
  expect(await oldest).toBe("late");
  expect(deadline.size).toBe(1);
});

test("a deadline may refuse instead of answer", async () => {
  const deadline = new BodyDeadline({ ms: 20, max: 10 });
  const refuse = () => {
    throw new Error("refused");
  };
  const refused = deadline.inTime(never(), refuse).catch((error: Error) => error.message);
  await pass(25);
  expect(await refused).toBe("refused");
});

test("many that are late together do not keep other work waiting until all are answered", async () => {
  const deadline = new BodyDeadline({ ms: 40, max: 1000 });
  let answered = 0;
  let answeredBetween = 0;
  const bodies = Array.from({ length: 300 }, () =>
    deadline
      .inTime(never(), () => {
        // The first of them asks for a turn of its own, as another request has.
        if (answered++ === 0) setImmediate(() => (answeredBetween = answered));
        return "late";
      })
      .catch(() => "failed"),
  );
  jest.advanceTimersByTime(50);
  expect(new Set(await Promise.all(bodies))).toEqual(new Set(["late"]));
  expect(answeredBetween).toBeGreaterThan(0);
  expect(answeredBetween).toBeLessThan(300);
});
