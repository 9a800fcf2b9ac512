import { expect, test } from "bun:test";
import type { Model } from "../model.ts";
import { LeasedModel } from "./lease.ts";

function countingCloses() {
  let closed = 0;
  const model = {
    name: "a",
    version: "1",
    sha256: "f",
    baseRate: null,
    features: [],
    score: async () => 0.5,
    close: async () => {
      closed += 1;
    },
  } satisfies Model;
  return { leased: new LeasedModel(model), closed: () => closed };
}

/** A use that lasts until it is released. */
function startUse(leased: LeasedModel) {
  const released = Promise.withResolvers<void>();
  const score = leased.use(async (model) => {
    await released.promise;
    return model.score(new Float64Array());
  });
  return { score, release: released.resolve };
}

test("a model out of service is closed after its last use, once", async () => {
  const { leased, closed } = countingCloses();
  const [first, second] = [startUse(leased), startUse(leased)];
  leased.end();
  expect(closed()).toBe(0);
  first.release();
  await first.score;
  expect(closed()).toBe(0);
  second.release();
  expect(await second.score).toBe(0.5);
  expect(closed()).toBe(1);
});

test("an unused model is closed at once; one in service stays open", async () => {
  const idle = countingCloses();
  idle.leased.end();
  expect(idle.closed()).toBe(1);
  const serving = countingCloses();
  await serving.leased.use(async () => undefined);
  expect(serving.closed()).toBe(0);
});

test("work that fails ends its use", async () => {
  const { leased, closed } = countingCloses();
  const use = leased.use(() => Promise.reject(new Error("failed")));
  leased.end();
  expect(await use.catch(({ message }: Error) => message)).toBe("failed");
  expect(closed()).toBe(1);
});
