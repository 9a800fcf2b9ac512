/** A season scores as the training computes, and the same seed gives the same. */
import { expect, test } from "bun:test";
import { dayMs } from "../../../src/base/durations.ts";
import { riskScoreOf } from "../../../src/risk/score.ts";
import { geoipLookups, rowsOf } from "../features.ts";
import { defaultOptions, type SimulationOptions } from "../simulator/simulate.ts";
import type { Case } from "./case.ts";
import { farmCases } from "./farms.ts";
import { personCases } from "./persons.ts";
import { playSeason } from "./season.ts";
import { Service } from "./service.ts";

const options: SimulationOptions = { ...defaultOptions, seed: "test", attempts: 300, days: 12 };
const cases: Case[] = [farmCases[0]!, personCases[0]!].map((one) => ({
  ...one,
  campaigns: 2,
  fromDay: 1,
}));
/** Any number that depends on every feature. */
const model = (values: Float64Array) => {
  let sum = 0;
  for (const [i, value] of values.entries()) sum += Number.isNaN(value) ? i : value * (i + 1);
  return Math.abs(Math.sin(sum));
};

test("an attempt has the features that a row of the training has", () => {
  const service = new Service(model, geoipLookups(options));
  const scoreOf = (values: Float64Array) => riskScoreOf(model(values));
  for (const { attempt, values, dark } of rowsOf(options, scoreOf)) {
    if (dark) continue;
    expect([...service.features(attempt, attempt.at)]).toEqual([...values]);
    service.decide(attempt, attempt.at, { outcome: attempt.outcome });
  }
});

function played() {
  const background: number[] = [];
  const found = playSeason(model, options, cases, (_, { score }) => background.push(score));
  return { background, found: [...found.values()] };
}

test("a season is the same for a seed", () => {
  const first = played();
  expect(first.background.length).toBeGreaterThan(100);
  expect(first.found.flat().length).toBeGreaterThan(2);
  expect(played()).toEqual(first);
});

test("a season without campaigns scores as one with them before they begin", () => {
  const alone: number[] = [];
  const late = cases.map((one) => ({ ...one, fromDay: 6, lastsMs: 5 * dayMs }));
  const among: number[] = [];
  playSeason(model, options, [], (_, { score }) => alone.push(score));
  playSeason(model, options, late, (_, { score }) => among.push(score));
  expect(among.slice(0, 100)).toEqual(alone.slice(0, 100));
});
