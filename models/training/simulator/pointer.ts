/** How a pointer moves and clicks, and what a browser reports about it. */
import { type TelemetryEvent, turnParts } from "../../../src/attempt/telemetry/protocol.ts";
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
  /** Milliseconds of a stroke from move to move: with the speed, it sets the step; null for programs. */
  msPerMove: number | null;
  /** Histogram of the turning angles: weights of equal bins from 0 to 180 degrees. */
  turns: readonly number[];
  /** Turning angles per move; the first step of a stroke has none. */
  turnsPerMove: number;
  /** Share of the steps that are exactly horizontal or vertical. */
  axial: number;
  /** Turns per move that follow a turn of the same stroke, and the share of them to the other side. */
  bends: number;
  flips: number;
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
  | "movesPerClick"
  | "straightness"
  | "speedPxS"
  | "stepVariation"
  | "msPerMove"
  | "turns"
  | "turnsPerMove"
  | "axial"
  | "bends"
  | "flips"
  | "maxCoalesced"
>;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/**
 * A person with a mouse or touchpad. Straightness, step variation, speed, turns and presses follow the
 * recordings of real hands in `../hands/measured.json`, and so do steps along an axis and turns to the other side.
 */
export function humanPointing(random: Random): Pointing {
  return {
    // Some use the keyboard instead.
    movesPerS: random.chance(0.04) ? random.between(0, 1) : random.around(14, 0.6),
    movesPerClick: 0,
    straightness: between(0.4, random.normal(0.775, 0.105), 0.99),
    speedPxS: between(120, random.around(680, 0.5), 3500),
    // One in twenty-five moves more evenly: a trackball, a stick, an eye tracker.
    stepVariation: random.chance(0.04)
      ? random.between(0.6, 1.15)
      : between(0.75, random.normal(1.42, 0.22), 2.3),
    ...frameMoves(random),
    ...wavering(random),
    maxCoalesced: 16,
    // High with remote desktops and assistive technology; low when a calendar's arrow is clicked twice.
    teleports: random.chance(0.03) ? random.between(0.3, 1) : random.between(0, 0.3) ** 2,
    // A touchpad may report a tap as a press without duration.
    pressMs: random.chance(0.02)
      ? random.between(0, 12)
      : between(45, random.around(102, 0.27), 320),
    pressVariation: random.between(0.15, 0.35),
    centred: random.chance(0.06) ? 0.15 : 0.01,
    // A remote desktop may forward a position only ten to twenty times a second.
    ...(random.chance(0.025) && polledMoves(random)),
  };
}

type Moves = Pick<Pointing, "msPerMove" | "turns" | "turnsPerMove">;
type Wavering = Pick<Pointing, "axial" | "bends" | "flips">;

/**
 * A hand that keeps closer to the axes turns less often in a row, and more often to the other side. The recorded
 * screens have whole pixels; on one of twice as many, fewer steps are along an axis.
 */
function wavering(random: Random): Wavering {
  // A trackball, a stick, an eye tracker.
  if (random.chance(0.04)) return programWavering(random, [0.05, 0.7], [0.1, 0.9]);
  const axial = between(0.15, random.normal(0.33, 0.075), 0.65);
  const flips = between(0.3, random.normal(0.53, 0.105) + 0.6 * (axial - 0.33), 0.86);
  return {
    axial: axial * (random.chance(0.3) ? random.between(0.55, 1) : 1),
    bends: between(0.3, random.normal(1.13, 0.06) - 1.55 * axial, 0.85),
    flips,
  };
}

function programWavering(random: Random, axial: Range, flips: Range): Wavering {
  return {
    axial: random.between(...axial),
    bends: random.between(0.5, 0.97),
    flips: random.between(...flips),
  };
}

type Range = readonly [number, number];

/** A move per frame: on a path of many points, a hand hardly turns from one to the next. */
function frameMoves(random: Random): Moves {
  const fastScreen = random.chance(0.15);
  const ahead = between(0.66, random.normal(0.822, 0.036), 0.94);
  const aside = asideTurns.map((weight) => weight * random.around(1, 0.3));
  const all = aside.reduce((sum, weight) => sum + weight, 0);
  return {
    msPerMove: fastScreen ? random.between(7, 14) : random.around(17.3, 0.06),
    turns: [ahead, ...aside.map((weight) => ((1 - ahead) * weight) / all)],
    turnsPerMove: 0.95,
  };
}

/** Where a hand turns by more than 22.5 degrees: least seldom by little, or at a right angle. */
const asideTurns = [0.7, 0.085, 0.175, 0.005, 0.013, 0.005, 0.017];

/** Few points of the path are seen, so that it looks straighter and turns by larger angles. */
function polledMoves(
  random: Random,
): Moves & Wavering & Pick<Pointing, "straightness" | "stepVariation"> {
  return {
    axial: between(0.1, random.normal(0.25, 0.067), 0.5),
    bends: between(0.12, random.normal(0.3, 0.083), 0.55),
    flips: between(0.25, random.normal(0.394, 0.055), 0.6),
    straightness: between(0.6, random.normal(0.885, 0.07), 0.995),
    stepVariation: between(1.1, random.normal(1.68, 0.3), 2.4),
    msPerMove: random.between(50, 105),
    turns: turnsOf(random.between(0.35, 0.65), random.between(0.05, 0.25)),
    turnsPerMove: 0.85,
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

const programMoves = { msPerMove: null, turnsPerMove: 0.85, maxCoalesced: 1.02 };

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
    ...programWavering(random, [0, 0.15], [0.35, 0.65]),
    ...programMoves,
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
    // Rounded to pixels, a line has turns of its own.
    ...programWavering(random, [0, random.chance(0.1) ? 1 : 0.15], [0.4, 0.85]),
    bends: random.chance(0.6) ? random.between(0, 0.05) : random.between(0.3, 0.9),
    ...programMoves,
  };
}

/** A computed curve: it bends slightly at every step and has no tremor. */
function curved(random: Random): Shape {
  return {
    ...straight(random),
    straightness: random.between(0.86, 0.99),
    stepVariation: random.between(0.15, 0.9),
    turns: turnsOf(random.between(0.85, 0.995), random.between(0, 0.03)),
    ...programWavering(random, [0, 0.2], [0, 0.7]),
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
    ...programWavering(random, [0, 0.25], [0.5, 0.8]),
  };
}

/** A random walk or noise, smoothed and bent towards the target: too wild for a hand. */
function wandering(random: Random): Shape {
  return {
    ...straight(random),
    movesPerClick: random.int(25, 110),
    straightness: random.between(0.1, 0.6),
    stepVariation: random.between(0.8, 2.7),
    turns: turnsOf(random.between(0.25, 0.6), random.between(0.05, 0.7)),
    ...programWavering(random, [0, 0.25], [0.25, 0.75]),
  };
}

/** The speed of a hand's movements, from a formula: lognormal or of minimum jerk, one after the other. */
function modelled(random: Random): Shape {
  return {
    ...straight(random),
    movesPerClick: random.int(20, 70),
    straightness: random.between(0.84, 0.99),
    speedPxS: between(120, random.around(700, 0.6), 3500),
    stepVariation: random.between(0.6, 2),
    turns: turnsOf(random.between(0.5, 0.97), random.between(0, 0.15)),
    ...programWavering(random, [0, 0.42], [0.02, 0.85]),
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

const shapes = { jumping, straight, curved, jittered, wandering, modelled };
const noShapes = { jumping: 0, straight: 0, curved: 0, jittered: 0, wandering: 0, modelled: 0 };
export const plainShapes = { ...noShapes, jumping: 45, straight: 45, curved: 7, jittered: 3 };
export const carefulShapes = {
  jumping: 10,
  straight: 14,
  curved: 26,
  jittered: 18,
  wandering: 14,
  modelled: 18,
};

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
  const { distancePx, moveMs } = wayOf(random, pointing, wandering, aiming && clicks);
  const straightness = between(
    0.2,
    random.normal(pointing.straightness, unevenness(pointing, moves)),
    1,
  );
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
    moveMs,
    stepSquareSum: Math.round(moves * step ** 2 * (1 + variation(random, pointing) ** 2)),
    turns: turnCounts(random, pointing, moves),
    axial: partOf(random, moves, pointing.axial),
    ...bendsOf(random, pointing, moves),
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

/** @returns the length of the path and the time that it took. */
function wayOf(random: Random, pointing: Pointing, wandering: number, crossings: number) {
  const { msPerMove } = pointing;
  const speed = pointing.speedPxS * random.around(1, 0.15);
  if (msPerMove !== null && wandering > 1) {
    const moveMs = Math.round(wandering * msPerMove);
    return { distancePx: Math.round((moveMs * speed) / 1000), moveMs };
  }
  // Each click means crossing part of the screen, in any number of steps.
  const distancePx =
    wanderPx(random, wandering) + Math.round(crossings > 0 ? crossings * crossingPx(random) : 0);
  return { distancePx, moveMs: Math.round((1000 * distancePx) / speed) };
}

/** A hand's few strokes are straight or not by chance; a program's are alike. */
const unevenness = ({ msPerMove }: Pointing, moves: number) =>
  msPerMove === null ? 0.03 : between(0.03, 0.5 / Math.sqrt(moves), 0.2);

const wanderPx = (random: Random, moves: number) =>
  moves > 1 ? Math.round(moves * random.around(13, 0.5)) : 0;
const crossingPx = (random: Random) => random.around(330, 0.5);
const variation = (random: Random, { stepVariation }: Pointing) =>
  stepVariation * random.around(1, 0.1);

function bendsOf(random: Random, pointing: Pointing, moves: number) {
  const bends = partOf(random, Math.max(0, moves - 3), pointing.bends);
  return { bends, flips: partOf(random, bends, pointing.flips) };
}

function turnCounts(random: Random, { turns, turnsPerMove }: Pointing, moves: number): number[] {
  const all = turns.reduce((sum, weight) => sum + weight, 0);
  const count = Math.max(0, moves - 2) * turnsPerMove;
  return turns.map((weight) => {
    const mean = (count * weight) / all;
    return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean) * 0.7)));
  });
}
