import { expect, test } from "bun:test";
import { oneAfterTheOther, waitingMax } from "./one-after-the-other.ts";

test("a piece of work begins when the one before it ended, also where that failed", async () => {
  const inTurn = oneAfterTheOther();
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
  const done = await Promise.allSettled([inTurn(work("a", true)), inTurn(work("b"))]);
  expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  expect(done.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("only so many wait, and room comes back", async () => {
  const inTurn = oneAfterTheOther();
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: waitingMax }, () => inTurn(() => gate.promise));
  expect(inTurn(async () => 1)).rejects.toMatchObject({ code: "rate_limited" });
  gate.resolve();
  await Promise.all(waiting);
  expect(await inTurn(async () => 2)).toBe(2);
});
