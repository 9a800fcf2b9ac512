import { expect, test } from "bun:test";
import { compare } from "./compare.ts";
import { distance, quantilesOf } from "./distance.ts";
import { measuredFeatures, measuredSets } from "./measured.ts";
import { behaviourOf, type HandEvent, observe } from "./replay.ts";

const comparisons = compare(1500);

/** Collections that are closer than this to each other are not told apart by a choice of windows. */
const spreadMin = 0.1;
/** What chance alone exceeds in one sample of twenty (Kolmogorov's distribution at 5 %). */
const byChance = (windows: number) => 1.36 / Math.sqrt(windows);

// The speed is shown, but no input of the default model: it follows from the task and the screen.
test.each(comparisons.filter(({ feature }) => feature !== "pointer_speed_px_s"))(
  "$feature: simulated hands are no further from real ones than collections of real ones are apart",
  ({ apart, spread }) => {
    expect(apart.length).toBeGreaterThan(0);
    for (const { set, distance } of apart) {
      expect(distance).toBeLessThanOrEqual(Math.max(spread!, spreadMin) + byChance(set.windows));
    }
  },
);

test("every measured feature has at least two collections of real hands", () => {
  for (const feature of Object.values(measuredFeatures).flat()) {
    const sets = measuredSets.filter(({ quantiles }) => quantiles[feature]);
    expect(sets.length).toBeGreaterThanOrEqual(2);
    for (const { source, task } of sets) expect(source.length * task.length).toBeGreaterThan(0);
  }
});

test("the distance of distributions is that of their cumulative shares", () => {
  const uniform = quantilesOf(Array.from({ length: 1000 }, (_, i) => i));
  const shifted = quantilesOf(Array.from({ length: 1000 }, (_, i) => i + 300));
  expect(distance(uniform, uniform)).toBe(0);
  expect(distance(uniform, shifted)).toBeWithin(0.25, 0.31);
});

test("a recorded hand gets the features that its events have", async () => {
  const moves = Array.from({ length: 40 }, (_, i): HandEvent => {
    return { at: i * 16, type: "pointermove", x: 10 * i, y: i % 2 };
  });
  const press = { x: 390, y: 1, at: 700 };
  const keys = Array.from({ length: 12 }, (_, i): HandEvent[] => {
    const key = { key: "a", code: `Key${i}`, field: 0 };
    return [
      { at: 1000 + i * 150, type: "keydown", ...key },
      { at: 1090 + i * 150, type: "keyup", ...key },
    ];
  }).flat();
  const features = behaviourOf(
    await observe([
      ...moves,
      { ...press, type: "pointerdown" },
      { ...press, at: 780, type: "pointerup" },
      { ...press, at: 780, type: "click" },
      { at: 900, type: "focusin", field: 0 },
      ...keys,
      { at: 3000, type: "focusout", field: 0 },
    ]),
  );
  expect(features).toMatchObject({
    pointer_moves: 40,
    clicks_and_touches: 1,
    press_mean_ms: 80,
    pointer_turn_entropy_bits: 0,
    pointer_axial_steps_share: 0,
    pointer_alternating_turns_share: 1,
    keys_pressed: 12,
    key_gap_mean_ms: 150,
    key_gap_variation: 0,
    key_hold_mean_ms: 90,
    rushed_keys_share: 0,
  });
  expect(features.pointer_straightness).toBeGreaterThan(0.99);
});

test("an arc keeps to one side, and its steps at the top and the sides are along the axes", async () => {
  const arc = Array.from({ length: 37 }, (_, i): HandEvent => {
    const angle = (i * Math.PI) / 18;
    const [x, y] = [200 + 100 * Math.cos(angle), 200 + 100 * Math.sin(angle)];
    return { at: i * 16, type: "pointermove", x: Math.round(x / 20) * 20, y: Math.round(y) };
  });
  const features = behaviourOf(await observe(arc));
  expect(features.pointer_axial_steps_share).toBeWithin(0.3, 0.7);
  const smooth = arc.map((event, i): HandEvent => {
    const angle = (i * Math.PI) / 18;
    return { ...event, x: 200 + 100 * Math.cos(angle), y: 200 + 100 * Math.sin(angle) };
  });
  expect(behaviourOf(await observe(smooth))).toMatchObject({
    pointer_axial_steps_share: 0,
    pointer_alternating_turns_share: 0,
  });
});
