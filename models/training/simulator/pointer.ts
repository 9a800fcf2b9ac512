/** How a pointer moves and clicks, and what a browser reports about it. */
import { type TelemetryEvent, turnParts } from "../../../src/telemetry/protocol.ts";
import type { Browser } from "./browsers.ts";
import type { Random } from "./random.ts";
import { partOf, sumsOf } from "./typing.ts";

export interface Pointing {
  /** Moves per second on a page; and moves towards each click, for programs. */
  movesPerS: number;
  movesPerClick: number;
  /** The length of a stroke's straight line over that of its path, and its speed. */
  straightness: number;
  speedPxS: number;
  /** Coefficient of variation of the step length. */
  stepVariation: number;
  /** Histogram of the turning angles: weights of equal bins from 0 to 180 degrees. */
  turns: readonly number[];
  /** Maximum number of movements coalesced into one move event; a program's moves are single. */
  maxCoalesced: number;
  /** Share of clicks that the pointer hardly moved for. */
  teleports: number;
  /** Mean duration of a button press, ms, and its coefficient of variation. */
  pressMs: number;
  pressVariation: number;
  /** Share of clicks at the exact centre of the target. */
  centred: number;
}

type Shape = Pick<
  Pointing,
  "movesPerClick" | "straightness" | "speedPxS" | "stepVariation" | "turns" | "maxCoalesced"
>;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** A person with a mouse or touchpad: mostly small turns, some of any angle, and uneven steps. */
export function humanPointing(random: Random): Pointing {
  const narrow = between(0.25, random.normal(0.5, 0.1), 0.85);
  return {
    // Some use the keyboard instead.
    movesPerS: random.chance(0.04) ? random.between(0, 1) : random.around(14, 0.6),
    movesPerClick: 0,
    straightness: between(0.4, random.normal(0.89, 0.06), 0.99),
    speedPxS: between(120, random.around(620, 0.6), 3500),
    stepVariation: between(0.55, random.normal(1.05, 0.22), 1.9),
    turns: turnsOf(narrow, random.between(0.05, 0.25)),
    maxCoalesced: 16,
    // High with remote desktops and assistive technology; low when a calendar's arrow is clicked twice.
    teleports: random.chance(0.03) ? random.between(0.3, 1) : random.between(0, 0.3) ** 2,
    // A touchpad reports a tap as a press without duration.
    pressMs: random.chance(0.07)
      ? random.between(0, 12)
      : between(45, random.around(95, 0.28), 320),
    pressVariation: random.between(0.15, 0.5),
    centred: random.chance(0.06) ? 0.15 : 0.01,
  };
}

/** Turning angles with geometrically falling weights; the share `wild` is uniform. */
function turnsOf(narrow: number, wild: number): number[] {
  return Array.from(
    { length: turnParts },
    (_, part) => (1 - wild) * narrow * (1 - narrow) ** part + wild / turnParts,
  );
}

const noTurns = [1, 0, 0, 0, 0, 0, 0, 0];

/** An automation tool's click(): one move to the centre, then press and release at once. */
export function toolPointing(random: Random): Pointing {
  return {
    ...jumping(random),
    movesPerS: 0,
    teleports: random.between(0.9, 1),
    pressMs: random.chance(0.85) ? random.between(0, 4) : random.int(30, 120),
    pressVariation: random.between(0, 0.1),
    centred: random.chance(0.75) ? 0.97 : random.between(0, 0.5),
  };
}

/** Reaches the target in a single step. */
function jumping(random: Random): Shape {
  return {
    movesPerClick: 1,
    straightness: 1,
    speedPxS: random.around(9000, 1),
    stepVariation: random.between(0.4, 0.9),
    turns: Array(turnParts).fill(1),
    maxCoalesced: 1.02,
  };
}

/** A straight line, in equal steps or eased at both ends. */
function straight(random: Random): Shape {
  const eased = random.chance(0.35);
  return {
    movesPerClick: random.int(5, 45),
    straightness: random.between(0.985, 1),
    speedPxS: random.around(1500, 0.8),
    stepVariation: eased ? random.between(0.3, 0.8) : random.between(0, 0.2),
    turns: noTurns,
    maxCoalesced: 1.02,
  };
}

/** A computed curve: it bends slightly at every step and has no tremor. */
function curved(random: Random): Shape {
  return {
    ...straight(random),
    straightness: random.between(0.86, 0.99),
    stepVariation: random.between(0.15, 0.9),
    turns: turnsOf(random.between(0.85, 0.995), random.between(0, 0.03)),
  };
}

/** A computed curve with noise added to every point. */
function jittered(random: Random): Shape {
  const { straightness } = curved(random);
  const narrow = random.between(0.35, 0.8);
  return {
    ...curved(random),
    straightness: straightness - random.between(0, 0.12),
    stepVariation: random.between(0.3, 1.1),
    turns: turnsOf(narrow, random.between(0.02, 0.2)),
  };
}

/** A program that moves to what it clicks, with a varying degree of care. */
export function programmedPointing(
  random: Random,
  weights: Readonly<Record<keyof typeof shapes, number>>,
): Pointing {
  const timed = random.weighted({ none: 40, fixed: 30, varied: 30 });
  const shape = shapes[random.weighted(weights)](random);
  const hardlyMoves = shape.movesPerClick <= 2 || random.chance(0.1);
  return {
    movesPerS: random.chance(0.6) ? 0 : random.around(2.5, 1),
    ...shape,
    teleports: hardlyMoves ? random.between(0.6, 1) : random.between(0, 0.08),
    pressMs: timed === "none" ? random.between(0, 4) : random.between(30, 140),
    pressVariation: timed === "varied" ? random.between(0.1, 0.5) : random.between(0, 0.05),
    centred: random.chance(0.5) ? 0.95 : random.between(0, 0.5),
  };
}

const shapes = { jumping, straight, curved, jittered };
export const plainShapes = { jumping: 45, straight: 45, curved: 7, jittered: 3 };
export const carefulShapes = { jumping: 14, straight: 22, curved: 38, jittered: 26 };

type PointerEvent = Extract<TelemetryEvent, { kind: "pointer" }>;
export type PointerSums = Omit<PointerEvent, "at" | "page">;

/** @returns what the browser reports for this many moves and clicks. */
export function pointerSums(
  random: Random,
  pointing: Pointing,
  { mouse, fractions, pressure }: Browser["input"],
  wandering: number,
  clicks: number,
): PointerSums {
  const aiming = Math.round(clicks * pointing.movesPerClick);
  const moves = wandering + aiming;
  // Each click means crossing part of the screen, in any number of steps.
  const distancePx =
    wanderPx(random, wandering) + Math.round(clicks && aiming ? clicks * crossingPx(random) : 0);
  const straightness = between(0.2, random.normal(pointing.straightness, 0.03), 1);
  const step = moves > 0 ? distancePx / moves : 0;
  const presses = sumsOf(random, clicks, pointing.pressMs, pointing.pressVariation, 0);
  return {
    kind: "pointer",
    moves,
    distancePx,
    directPx: Math.round(distancePx * (pointing.straightness === 1 ? 1 : straightness)),
    clicks,
    touches: 0,
    untrusted: 0,
    centred: partOf(random, clicks, pointing.centred),
    moveMs: Math.round((1000 * distancePx) / (pointing.speedPxS * random.around(1, 0.15))),
    stepSquareSum: Math.round(moves * step ** 2 * (1 + variation(random, pointing) ** 2)),
    turns: turnCounts(random, pointing, moves),
    ...(mouse !== null && {
      coalesced: Math.round(
        moves *
          between(1, mouse * random.around(1, mouse > 1.02 ? 0.03 : 0.002), pointing.maxCoalesced),
      ),
    }),
    teleports: partOf(random, clicks, pointing.teleports),
    pressureless: pressure ? 0 : clicks,
    fractions: Math.round(moves * between(0, random.normal(fractions, fractions * 0.05), 1)),
    presses: clicks,
    pressSumMs: presses.sum,
  };
}

const wanderPx = (random: Random, moves: number) =>
  moves > 1 ? Math.round(moves * random.around(13, 0.5)) : 0;
const crossingPx = (random: Random) => random.around(330, 0.5);
const variation = (random: Random, { stepVariation }: Pointing) =>
  stepVariation * random.around(1, 0.1);

/** The first step of a stroke has no turning angle, and every pause ends a stroke. */
function turnCounts(random: Random, { turns }: Pointing, moves: number): number[] {
  const all = turns.reduce((sum, weight) => sum + weight, 0);
  const count = Math.max(0, moves - 2) * 0.85;
  return turns.map((weight) => {
    const mean = (count * weight) / all;
    return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean) * 0.7)));
  });
}
