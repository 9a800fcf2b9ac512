/** Forged events, modelled on a recorded batch of a real visit. */
import type { Random } from "../../../../../models/training/simulator/random.ts";
import type {
  FieldPurpose,
  TelemetryEvent,
} from "../../../../../src/attempt/telemetry/protocol.ts";

interface HotelSite {
  at: number;
  page: number;
}

/** The sum and the sum of squares of `times` normally distributed values of at least 1. */
function sums(random: Random, times: number, mean: number, deviation: number) {
  const each = Array.from({ length: times }, () => Math.max(1, random.normal(mean, deviation)));
  const total = (power: number) => Math.round(each.reduce((sum, one) => sum + one ** power, 0));
  return { sum: total(1), squares: total(2) };
}

export function pointer(random: Random, place: HotelSite, clicks: number): TelemetryEvent {
  const moves = random.int(14, 48);
  const steps = sums(random, moves, 17, 11);
  const presses = sums(random, clicks, 86, 17);
  const bends = [0.66, 0.19, 0.07, 0.03, 0.02, 0.01, 0.01, 0.01];
  return {
    kind: "pointer",
    ...place,
    moves,
    distancePx: steps.sum,
    directPx: Math.round(steps.sum * random.between(0.86, 0.97)),
    clicks,
    touches: 0,
    untrusted: 0,
    centred: 0,
    moveMs: Math.round(moves * 16.7),
    stepSquareSum: steps.squares,
    turns: bends.map((share) => Math.round(share * moves * random.between(0.7, 1.3))),
    axial: Math.round(moves * random.between(0.2, 0.4)),
    bends: Math.round(moves * 0.6),
    flips: Math.round(moves * 0.6 * random.between(0.4, 0.6)),
    coalesced: Math.round(moves * random.between(1.6, 2.4)),
    teleports: 0,
    pressureless: 0,
    fractions: 0,
    presses: clicks,
    pressSumMs: presses.sum,
  };
}

export interface Typed {
  purpose: FieldPurpose;
  index: number;
  characters: number;
}

/** A manually typed field, now and then with a corrected typo. */
export function typedField(random: Random, place: HotelSite, { characters, ...field }: Typed) {
  const corrections = random.chance(0.3) ? 1 : 0;
  const keys = characters + 2 * corrections;
  const gaps = sums(random, keys - 1, 178, 84);
  const holds = sums(random, keys, 92, 21);
  const event = {
    kind: "field",
    ...place,
    ...field,
    focusMs: gaps.sum + random.int(350, 1400),
    keys,
    corrections,
    pastes: 0,
    autofills: 0,
    inputs: keys,
    untrusted: 0,
    gapSumMs: gaps.sum,
    gapSquareSum: gaps.squares,
    holds: keys,
    holdSumMs: holds.sum,
    holdSquareSum: holds.squares,
    rushes: 0,
    shiftless: 0,
  } satisfies TelemetryEvent;
  return event;
}

export function submit(place: HotelSite, filledFields: number): TelemetryEvent {
  return { kind: "submit", ...place, trusted: true, filledFields, touchedFields: filledFields };
}

export function opened(place: HotelSite, path: string, referrerHost: string): TelemetryEvent {
  return { kind: "page", ...place, path, referrerHost, navigation: "navigate" };
}

export function scrolled(random: Random, place: HotelSite): TelemetryEvent {
  const depth = Number(random.between(0.7, 1).toFixed(3));
  return { kind: "scroll", ...place, scrolls: random.int(1, 4), depth };
}
