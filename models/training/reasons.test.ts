import { expect, test } from "bun:test";
import { contradictionsIn } from "../../test/fixtures/contradictions.ts";
import { defaultOptions } from "./simulator/simulate.ts";

// Some; test/long/training/reasons.test.ts has more.
test("no text of the default model's reasons contradicts its direction, and everything adds up", async () => {
  const season = { ...defaultOptions, seed: "reasons-test", attempts: 100, fraudRate: 0.5 };
  expect(await contradictionsIn(season, 4)).toEqual([]);
});
