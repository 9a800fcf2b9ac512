import { expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { readRiskRequest } from "../../../src/request/risk-request.ts";
import { TelemetryBatch, telemetryLimits } from "../../../src/telemetry/protocol.ts";
import type { Attempt } from "./kind.ts";
import {
  attacks,
  defaultOptions,
  type SimulationOptions,
  simulate,
  travellers,
} from "./simulate.ts";

const options: SimulationOptions = { ...defaultOptions, attempts: 12_000 };
const season = [...simulate(options)];
const honest = season.filter(({ fraud }) => !fraud);
const stolen = season.filter(({ fraud }) => fraud);

const part = (of: readonly Attempt[], is: (attempt: Attempt) => boolean) =>
  of.filter(is).length / of.length;

test("the same seed gives the same attempts, another seed others", () => {
  const few = { ...options, attempts: 400 };
  const hash = (seed: string) =>
    Bun.hash(JSON.stringify([...simulate({ ...few, seed })])).toString(16);
  expect(hash("one")).toBe(hash("one"));
  expect(hash("one")).not.toBe(hash("two"));
});

test("attempts come in order of time and within the season", () => {
  const days = (season.at(-1)!.at - season[0]!.at) / 86_400_000;
  expect(season.every(({ at }, i) => i === 0 || at >= season[i - 1]!.at)).toBe(true);
  expect(season.every(({ at }) => Number.isInteger(at))).toBe(true);
  expect(days).toBeLessThanOrEqual(options.days);
  expect(days).toBeGreaterThan(options.days - 3);
});

test("the service takes every request, and nothing of it is unknown to the schema", () => {
  for (const { request } of season) {
    expect(readRiskRequest({ ...request })).toEqual({ request });
  }
});

test("every batch follows the protocol, in order and within its limits", () => {
  const check = TypeCompiler.Compile(TelemetryBatch);
  for (const { telemetry } of season) {
    for (const [sequence, { batch }] of telemetry.entries()) {
      if (!check.Check(batch)) throw new Error(JSON.stringify(check.Errors(batch).First()));
      expect(batch.sequence).toBe(sequence);
    }
    expect(telemetry.length).toBeLessThanOrEqual(telemetryLimits.collectionBatches);
  }
});

test("most telemetry belongs to the collection that the request names", () => {
  for (const { request, telemetry } of season) {
    for (const { batch } of telemetry) expect(batch.collectionId).toBe(request.collectionId!);
  }
});

test("the telemetry of one collection never changes afterwards", () => {
  const known = new Map<string, string>();
  for (const { telemetry } of season) {
    for (const sent of telemetry) {
      const key = `${sent.batch.collectionId} ${sent.batch.sequence}`;
      const text = JSON.stringify(sent);
      expect(known.get(key) ?? text).toBe(text);
      known.set(key, text);
    }
  }
});

test("fraud is as rare as it is told to be, and labels are seldom wrong", () => {
  expect(stolen.length / season.length).toBeWithin(0.013, 0.022);
  expect(part(stolen, ({ label }) => !label)).toBeWithin(0, 0.09);
  expect(part(honest, ({ label }) => label)).toBeWithin(0.0002, 0.003);
});

test("there are about as many attempts as asked for", () => {
  expect(season.length).toBeWithin(options.attempts * 0.92, options.attempts * 1.08);
});

test("every kind takes part", () => {
  const seen = new Set(season.map(({ kind }) => kind));
  for (const { name } of [...travellers, ...attacks]) expect(seen).toContain(name);
  expect(new Set([...travellers, ...attacks].map(({ name }) => name)).size).toBe(
    travellers.length + attacks.length,
  );
});

test("each kind makes about as many attempts an episode as it says", () => {
  const long = [...simulate({ ...options, attempts: 60_000, fraudRate: 0.3 })];
  for (const { name, attempts } of [...travellers, ...attacks]) {
    const own = long.filter(({ kind }) => kind === name);
    const episodes = new Set(own.map(({ episode }) => episode)).size;
    const factor = own.length / episodes / attempts;
    if (!(factor > 0.8 && factor < 1.2)) throw new Error(`${name}: ${own.length / episodes}`);
  }
});

test("honest people overlap with what fraud looks like", () => {
  const lead = ({ at, request }: Attempt) =>
    (Date.parse(request.booking.checkIn) - Math.floor(at / 86_400_000) * 86_400_000) / 86_400_000;
  const driven = ({ telemetry }: Attempt) =>
    telemetry.some(({ batch }) => batch.device?.webdriver === true);
  expect(part(honest, (one) => lead(one) === 0)).toBeWithin(0.05, 0.2);
  expect(part(stolen, (one) => lead(one) > 14)).toBeGreaterThan(0.15);
  expect(part(honest, driven)).toBeWithin(0.004, 0.03);
  expect(part(stolen, driven)).toBeWithin(0.02, 0.3);
  expect(part(honest, ({ telemetry }) => telemetry.length === 0)).toBeWithin(0.15, 0.35);
});
