/**
 * Human mouse movements: duration by Fitts' law, speed by the minimum-jerk profile (Flash and Hogan
 * 1985) with a long approach to the target (Woodworth 1899), along an arc with tremor; now and then
 * by way of a point aside, or with an overshoot that is corrected. How far paths stray and how uneven
 * their steps are follows recordings (models/training/hands/measured.json).
 */
import type { Random } from "../../../../../models/training/simulator/random.ts";

export interface Point {
  x: number;
  y: number;
}

/** A position of the pointer, and the time until the next one, ms. */
export interface Sample extends Point {
  ms: number;
}

export interface Aim {
  /** The size of the target in pixels; smaller targets take longer. */
  width: number;
  /** Duration factor: 1 is ordinary, above is slower. */
  tempo: number;
  /** Share of the strokes that do not make straight for the target. */
  strays: number;
}

export function stroke(random: Random, from: Point, goal: Point, aim: Aim): Sample[] {
  const distance = Math.hypot(goal.x - from.x, goal.y - from.y);
  if (distance < 2) return [];
  if (distance > 120 && random.chance(aim.strays)) return detour(random, from, goal, aim);
  if (distance < 250 || !random.chance(0.35)) return straightTo(random, from, goal, aim);
  // Overshoots or undershoots, then corrects after a short pause.
  const share = random.chance(0.6) ? random.between(1.02, 1.12) : random.between(0.85, 0.97);
  const missed = between(from, goal, share, random.normal(0, 12));
  const first = arc(random, from, missed, { ...aim, width: aim.width * 1.6 });
  if (first.length) first.at(-1)!.ms += random.between(40, 110) * aim.tempo;
  return [...first, ...straightTo(random, missed, goal, aim)];
}

/** The hand first moves elsewhere, as the eye does, and then to the target. */
function detour(random: Random, from: Point, goal: Point, aim: Aim): Sample[] {
  const distance = Math.hypot(goal.x - from.x, goal.y - from.y);
  const by = between(from, goal, random.between(-0.1, 1.1), distance * random.normal(0, 0.5));
  const first = arc(random, from, by, { ...aim, width: 150 });
  if (first.length) first.at(-1)!.ms += random.between(0, 90) * aim.tempo;
  return [...first, ...straightTo(random, by, goal, aim)];
}

function straightTo(random: Random, from: Point, goal: Point, aim: Aim): Sample[] {
  const near = { x: goal.x + random.normal(0, 16), y: goal.y + random.normal(0, 16) };
  return [...arc(random, from, near, aim), ...approach(random, near, goal, aim)];
}

/** A point at this share of the way, and this far aside in pixels. */
function between(from: Point, goal: Point, share: number, aside: number): Point {
  const [dx, dy] = [goal.x - from.x, goal.y - from.y];
  const distance = Math.hypot(dx, dy) || 1;
  return {
    x: from.x + dx * share - (dy / distance) * aside,
    y: from.y + dy * share + (dx / distance) * aside,
  };
}

function arc(random: Random, from: Point, goal: Point, { width, tempo }: Aim): Sample[] {
  const distance = Math.hypot(goal.x - from.x, goal.y - from.y) || 1;
  const difficulty = Math.log2(distance / Math.max(width, 8) + 1);
  const duration = tempo * random.around(150 + 130 * difficulty, 0.5);
  const bend = distance * random.normal(0, 0.12);
  const lean = random.between(0.7, 1.4);
  // Below 1, most of the way is covered early, and the rest is spent on the approach.
  const haste = random.between(0.55, 0.8);
  const samples: Sample[] = [];
  let [shakeX, shakeY] = [0, 0];
  for (let at = 0; at < duration; ) {
    const ms = random.between(8, 13);
    at = Math.min(at + ms, duration);
    const done = minimumJerk((at / duration) ** haste);
    const { x, y } = between(from, goal, done, bend * Math.sin(Math.PI * done ** lean));
    const still = at >= duration ? 0 : 1;
    shakeX = 0.8 * shakeX + random.normal(0, 0.2);
    shakeY = 0.8 * shakeY + random.normal(0, 0.2);
    samples.push({ x: x + shakeX * still, y: y + shakeY * still, ms });
  }
  return samples;
}

/** Creeps over the last pixels before stopping. */
function approach(random: Random, from: Point, goal: Point, { tempo }: Aim): Sample[] {
  const steps = Math.round(random.around(9, 0.5) * tempo);
  return Array.from({ length: steps }, (_, step) => {
    const at = between(from, goal, (step + 1) / steps, 0);
    return { ...at, ms: random.between(14, 24) };
  });
}

/** The share of the distance covered after a share of the time. */
const minimumJerk = (time: number) => time ** 3 * (10 - 15 * time + 6 * time ** 2);
