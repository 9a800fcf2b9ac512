import { expect, test } from "bun:test";
import { BodyDeadline } from "./body-deadline.ts";

const never = () => new Promise<string>(() => {});
const late = () => "late";
const inTime = (deadline: BodyDeadline, body: Promise<string>) => deadline.inTime(body, late);

test("what arrives in time is passed on, and so is its failure", async () => {
  const deadline = new BodyDeadline({ ms: 100, max: 10 });
  expect(await inTime(deadline, Promise.resolve("body"))).toBe("body");
  expect(inTime(deadline, Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(
    await inTime(
      deadline,
      Bun.sleep(50).then(() => "body"),
    ),
  ).toBe("body");
  await Bun.sleep(300);
  expect(deadline.size).toBe(0);
});

test("what does not arrive is cut off at its own deadline, a quarter late at most", async () => {
  const deadline = new BodyDeadline({ ms: 200, max: 10 });
  const begin = performance.now();
  const took = (body: Promise<string>) =>
    inTime(deadline, body).then((text) => [text, performance.now() - begin] as const);
  const first = took(never());
  await Bun.sleep(120);
  const [[text, firstMs], [, secondMs]] = await Promise.all([first, took(never())]);
  expect(text).toBe("late");
  expect(firstMs).toBeGreaterThanOrEqual(140);
  expect(secondMs).toBeGreaterThan(firstMs + 40);
  expect(secondMs).toBeLessThan(120 + 250 + 200);
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
  expect(deadline.inTime(never(), refuse)).rejects.toThrow("refused");
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
  expect(new Set(await Promise.all(bodies))).toEqual(new Set(["late"]));
  expect(answeredBetween).toBeGreaterThan(0);
  expect(answeredBetween).toBeLessThan(300);
});
