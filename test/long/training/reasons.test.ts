import { expect, test } from "bun:test";
import { defaultOptions } from "../../../models/training/simulator/simulate.ts";
import { contradictionsIn } from "../../fixtures/contradictions.ts";

test("no text contradicts its direction, and everything adds up", async () => {
  const season = { ...defaultOptions, seed: "reasons-test", attempts: 1500 };
  expect(await contradictionsIn(season, 24)).toEqual([]);
});
