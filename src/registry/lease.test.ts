import { expect, test } from "bun:test";
import type { Model } from "../model/model.ts";
import { LeasedModel } from "./lease.ts";

function watched() {
  let closed = 0;
  const model = {
    ...{ name: "a", version: "1", sha256: "f", features: [] },
    score: async () => 0.5,
    close: async () => {
      closed += 1;
    },
  } satisfies Model;
  return { leased: new LeasedModel(model), closed: () => closed };
}

test("a model that was let go of is closed after its last use, once", async () => {
  const { leased, closed } = watched();
  const [first, second] = [leased.use(), leased.use()];
  leased.end();
  expect(closed()).toBe(0);
  first.release();
  expect(await second.score(new Float64Array())).toBe(0.5);
  expect(closed()).toBe(0);
  second.release();
  expect(closed()).toBe(1);
});

test("one that nobody uses is closed at once; one that is in service stays open", () => {
  const idle = watched();
  idle.leased.end();
  expect(idle.closed()).toBe(1);
  const serving = watched();
  serving.leased.use().release();
  expect(serving.closed()).toBe(0);
});
