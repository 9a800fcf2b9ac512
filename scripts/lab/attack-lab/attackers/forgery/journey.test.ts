import { describe, expect, test } from "bun:test";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { randomOf } from "../../../../../models/training/simulator/random.ts";
import { Device, TelemetryEvent } from "../../../../../src/attempt/telemetry/protocol.ts";
import { peopleOf } from "../../people.ts";
import { forgeDevice } from "./device.ts";
import { forgeJourney } from "./journey.ts";

const nextPerson = peopleOf("forgery");
const forged = Array.from({ length: 50 }, (_, seed) => {
  const person = nextPerson();
  const random = randomOf(`forgery/${seed}`);
  const device = forgeDevice(random, person);
  return { person, device, pages: forgeJourney(random, person, "hotel.example") };
});

describe("a forged visit", () => {
  test("conforms to the telemetry protocol, without unknown members", () => {
    // The intake ignores unknown members, so a misspelt one would go unnoticed.
    const event = TypeCompiler.Compile({
      ...TelemetryEvent,
      anyOf: TelemetryEvent.anyOf.map(strict),
    });
    const device = TypeCompiler.Compile(strict(Device));
    for (const visit of forged) {
      expect([...device.Errors(visit.device)]).toEqual([]);
      for (const { moments } of visit.pages) {
        for (const moment of moments) expect(event.Check(moment.event)).toBe(true);
      }
    }
  });

  test("visits the pages in chronological order", () => {
    for (const { pages } of forged) {
      expect(pages.map(({ path }) => path)).toEqual(["/", "/rooms", "/checkout"]);
      const opened = pages.map(({ openedAt }) => openedAt);
      expect(opened).toEqual(opened.toSorted((one, other) => one - other));
      for (const [index, { moments }] of pages.entries()) {
        const next = opened[index + 1] ?? Number.POSITIVE_INFINITY;
        for (const { due } of moments) expect(due).toBeLessThanOrEqual(next);
      }
    }
  });

  test("has plausible sums", () => {
    for (const { person, pages } of forged) {
      const fields = pages.flatMap(({ moments }) => moments.map(({ event }) => event));
      const typed = fields.filter((event) => event.kind === "field");
      expect(typed.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(typed[2]!.keys - 2 * typed[2]!.corrections).toBe(person.email.length);
      for (const { keys, gapSumMs, gapSquareSum, focusMs } of typed) {
        expect(focusMs).toBeGreaterThan(gapSumMs);
        expect(gapSquareSum * (keys - 1)).toBeGreaterThanOrEqual(0.99 * gapSumMs ** 2);
      }
    }
  });
});

const strict = <Schema extends object>(schema: Schema): Schema => ({
  ...schema,
  additionalProperties: false,
});
