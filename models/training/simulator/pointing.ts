/** How a pointer is moved and pressed, and what a browser tells of it. */
import { type TelemetryEvent, turnParts } from "../../../src/telemetry/protocol.ts";
import type { Browser } from "./browsers.ts";
import type { Random } from "./random.ts";
import { partOf, sumsOf } from "./typing.ts";

export interface Pointing {
  /** Moves a second while on a page; and moves towards each click, for a program that aims. */
  movesPerS: number;
  movesPerClick: number;
  /** A stroke's straight line over its path, and how fast it is. */
  straightness: number;
  speedPxS: number;
  /** Deviation of a step over its mean. */
  stepVariation: number;
  /** How often the path turns by so much: weights of equal parts of 0 to 180 degrees. */
  turns: readonly number[];
  /** Movements at most that lie behind a move told; a program makes one at a time. */
  gathered: number;
  /** Share of presses that the pointer was hardly moved for. */
  teleports: number;
  /** How long the button is held, ms, and its deviation over its mean. */
  pressMs: number;
  pressVariation: number;
  /** Share of clicks at the exact centre of what is clicked. */
  centred: number;
}

type Shape = Pick<
  Pointing,
  "movesPerClick" | "straightness" | "speedPxS" | "stepVariation" | "turns" | "gathered"
>;

const between = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));

/** A hand on a mouse or on a touchpad: mostly small turns, some of every part, and never even. */
export function handPointing(random: Random): Pointing {
  const narrow = between(0.25, random.normal(0.5, 0.1), 0.85);
  return {
    // Some leave the mouse alone and use the keyboard.
    movesPerS: random.chance(0.04) ? random.between(0, 1) : random.around(14, 0.6),
    movesPerClick: 0,
    straightness: between(0.4, random.normal(0.89, 0.06), 0.99),
    speedPxS: between(120, random.around(620, 0.6), 3500),
    stepVariation: between(0.55, random.normal(1.05, 0.22), 1.9),
    turns: turnsOf(narrow, random.between(0.05, 0.25)),
    gathered: 16,
    // A remote desktop, an aid for who cannot use a mouse; or a calendar's arrow pressed again.
    teleports: random.chance(0.03) ? random.between(0.3, 1) : random.between(0, 0.3) ** 2,
    // A touchpad that takes a tap for a press reports it as an instant.
    pressMs: random.chance(0.07)
      ? random.between(0, 12)
      : between(45, random.around(95, 0.28), 320),
    pressVariation: random.between(0.15, 0.5),
    centred: random.chance(0.06) ? 0.15 : 0.01,
  };
}

/** The path turns less and less often by more; `wild` of it turns by anything. */
function turnsOf(narrow: number, wild: number): number[] {
  return Array.from(
    { length: turnParts },
    (_, part) => (1 - wild) * narrow * (1 - narrow) ** part + wild / turnParts,
  );
}

const straightOn = [1, 0, 0, 0, 0, 0, 0, 0];

/** What a tool's own "click" does: one move into the middle, press and release at once. */
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

/** From where the pointer is to where it should be in one step. */
function jumping(random: Random): Shape {
  return {
    movesPerClick: 1,
    straightness: 1,
    speedPxS: random.around(9000, 1),
    stepVariation: random.between(0.4, 0.9),
    turns: Array(turnParts).fill(1),
    gathered: 1.02,
  };
}

/** Along a ruler, in steps of one length or eased at both ends. */
function ruled(random: Random): Shape {
  const eased = random.chance(0.35);
  return {
    movesPerClick: random.int(5, 45),
    straightness: random.between(0.985, 1),
    speedPxS: random.around(1500, 0.8),
    stepVariation: eased ? random.between(0.3, 0.8) : random.between(0, 0.2),
    turns: straightOn,
    gathered: 1.02,
  };
}

/** Along a curve that was worked out: it bends a little at every step, and never trembles. */
function drawn(random: Random): Shape {
  return {
    ...ruled(random),
    straightness: random.between(0.86, 0.99),
    stepVariation: random.between(0.15, 0.9),
    turns: turnsOf(random.between(0.85, 0.995), random.between(0, 0.03)),
  };
}

/** The same with noise added to every point. */
function trembling(random: Random): Shape {
  const { straightness } = drawn(random);
  const narrow = random.between(0.35, 0.8);
  return {
    ...drawn(random),
    straightness: straightness - random.between(0, 0.12),
    stepVariation: random.between(0.3, 1.1),
    turns: turnsOf(narrow, random.between(0.02, 0.2)),
  };
}

/** A program that goes to where it clicks, as well as its author could or cared. */
export function plannedPointing(
  random: Random,
  ways: Readonly<Record<keyof typeof shapes, number>>,
): Pointing {
  const timed = random.weighted({ none: 40, fixed: 30, varied: 30 });
  const shape = shapes[random.weighted(ways)](random);
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

const shapes = { jumping, ruled, drawn, trembling };
export const plainShapes = { jumping: 45, ruled: 45, drawn: 7, trembling: 3 };
export const carefulShapes = { jumping: 14, ruled: 22, drawn: 38, trembling: 26 };

type PointerEvent = Extract<TelemetryEvent, { kind: "pointer" }>;
export type PointerSums = Omit<PointerEvent, "at" | "page">;

/** @returns what the browser tells of so many moves and clicks. */
export function pointerSums(
  random: Random,
  pointing: Pointing,
  { mouse, fractions, pressure }: Browser["input"],
  wandering: number,
  clicks: number,
): PointerSums {
  const aiming = Math.round(clicks * pointing.movesPerClick);
  const moves = wandering + aiming;
  // Towards a click there is a part of the screen to cross, in however many steps.
  const distancePx =
    wander(random, wandering) + Math.round(clicks && aiming ? clicks * cross(random) : 0);
  const straight = between(0.2, random.normal(pointing.straightness, 0.03), 1);
  const step = moves > 0 ? distancePx / moves : 0;
  const presses = sumsOf(random, clicks, pointing.pressMs, pointing.pressVariation, 0);
  return {
    kind: "pointer",
    moves,
    distancePx,
    directPx: Math.round(distancePx * (pointing.straightness === 1 ? 1 : straight)),
    clicks,
    touches: 0,
    untrusted: 0,
    centred: partOf(random, clicks, pointing.centred),
    moveMs: Math.round((1000 * distancePx) / (pointing.speedPxS * random.around(1, 0.15))),
    stepSquareSum: Math.round(moves * step ** 2 * (1 + variation(random, pointing) ** 2)),
    turns: turned(random, pointing, moves),
    ...(mouse !== null && {
      coalesced: Math.round(
        moves *
          between(1, mouse * random.around(1, mouse > 1.02 ? 0.03 : 0.002), pointing.gathered),
      ),
    }),
    teleports: partOf(random, clicks, pointing.teleports),
    pressureless: pressure ? 0 : clicks,
    fractions: Math.round(moves * between(0, random.normal(fractions, fractions * 0.05), 1)),
    presses: clicks,
    pressSumMs: presses.sum,
  };
}

const wander = (random: Random, moves: number) =>
  moves > 1 ? Math.round(moves * random.around(13, 0.5)) : 0;
const cross = (random: Random) => random.around(330, 0.5);
const variation = (random: Random, { stepVariation }: Pointing) =>
  stepVariation * random.around(1, 0.1);

/** A stroke's first step turns from nowhere, and a pause ends the stroke. */
function turned(random: Random, { turns }: Pointing, moves: number): number[] {
  const all = turns.reduce((sum, weight) => sum + weight, 0);
  const count = Math.max(0, moves - 2) * 0.85;
  return turns.map((weight) => {
    const mean = (count * weight) / all;
    return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean) * 0.7)));
  });
}
