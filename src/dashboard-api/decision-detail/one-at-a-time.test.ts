import { expect, test } from "bun:test";
import { oneAtATime, waitingMax } from "./one-at-a-time.ts";

test("a piece of work begins when the one before it has ended, even if that failed", async () => {
  const queue = oneAtATime();
  const seen: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      seen.push(`${name} begins`);
      await Promise.resolve();
      seen.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const done = await Promise.allSettled([queue(work("a", true)), queue(work("b"))]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(done.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("the number of waiting pieces is limited, and more are accepted once some have run", async () => {
  const queue = oneAtATime();
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: waitingMax }, () => queue(() => gate.promise));
  expect(queue(async () => 1)).rejects.toMatchObject({ code: "rate_limited" });
  gate.resolve();
  await Promise.all(waiting);
  expect(await queue(async () => 2)).toBe(2);
});
