/**
 * Human mouse movements: duration by Fitts' law, speed by the minimum-jerk profile (Flash and Hogan
 * 1985), along an arc with tremor, and now and then with an overshoot that is corrected.
 */
import type { Random } from "../../../../models/training/simulator/random.ts";

export interface Point {
  x: number;
  y: number;
}

/** A position of the pointer, and the time until the next one, ms. */
export interface Sample extends Point {
  ms: number;
}

/**
 * @param width the size of the target in pixels; smaller targets take longer.
 * @param tempo duration factor: 1 is ordinary, above is slower.
 */
export function stroke(
  random: Random,
  from: Point,
  goal: Point,
  { width, tempo }: { width: number; tempo: number },
): Sample[] {
  const distance = Math.hypot(goal.x - from.x, goal.y - from.y);
  if (distance < 2) return [];
  if (distance < 250 || !random.chance(0.35)) return arc(random, from, goal, width, tempo);
  // Overshoots or undershoots, then corrects after a short pause.
  const share = random.chance(0.6) ? random.between(1.02, 1.07) : random.between(0.92, 0.97);
  const missed = {
    x: from.x + (goal.x - from.x) * share + random.normal(0, 4),
    y: from.y + (goal.y - from.y) * share + random.normal(0, 4),
  };
  const first = arc(random, from, missed, width * 1.6, tempo);
  if (first.length) first.at(-1)!.ms += random.between(70, 160) * tempo;
  return [...first, ...arc(random, missed, goal, width, tempo)];
}

function arc(random: Random, from: Point, goal: Point, width: number, tempo: number): Sample[] {
  const [dx, dy] = [goal.x - from.x, goal.y - from.y];
  const distance = Math.hypot(dx, dy) || 1;
  const difficulty = Math.log2(distance / Math.max(width, 8) + 1);
  const duration = tempo * random.around(130 + 125 * difficulty, 0.15);
  const bend = distance * random.normal(0, 0.07);
  const lean = random.between(0.7, 1.4);
  const samples: Sample[] = [];
  let [shakeX, shakeY] = [0, 0];
  for (let at = 0; at < duration; ) {
    const ms = random.between(8, 13);
    at = Math.min(at + ms, duration);
    const done = minimumJerk(at / duration);
    const aside = bend * Math.sin(Math.PI * done ** lean);
    const still = at >= duration ? 0 : 1;
    shakeX = 0.8 * shakeX + random.normal(0, 0.45);
    shakeY = 0.8 * shakeY + random.normal(0, 0.45);
    samples.push({
      x: from.x + dx * done - (dy / distance) * aside + shakeX * still,
      y: from.y + dy * done + (dx / distance) * aside + shakeY * still,
      ms,
    });
  }
  return samples;
}

/** The share of the distance covered after a share of the time. */
const minimumJerk = (time: number) => time ** 3 * (10 - 15 * time + 6 * time ** 2);
