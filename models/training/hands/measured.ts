/** The distributions of behaviour features over recordings of real hands (`measured.json`). */
import type { Quantiles } from "./distance.ts";
import measured from "./measured.json";

/** One collection of recordings: only these figures of it are part of this repository. */
export interface MeasuredSet {
  name: string;
  /** Who recorded it, where it is, and on what terms. */
  source: string;
  task: string;
  people: number;
  windows: number;
  quantiles: Readonly<Record<string, Quantiles>>;
}

export const measuredSets: readonly MeasuredSet[] = measured;

/**
 * What the recordings can say: the rest depends on the task (counts of moves, clicks, keys), or was
 * not recorded (coalesced moves, fractions of pixels, pressure, pastes, autofill, scrolling, touch).
 */
export const measuredFeatures = {
  mouse: [
    "pointer_straightness",
    "pointer_step_variation",
    "pointer_turn_entropy_bits",
    "pointer_axial_steps_share",
    "pointer_alternating_turns_share",
    "pointer_speed_px_s",
    "press_mean_ms",
  ],
  typing: [
    "key_gap_mean_ms",
    "key_gap_variation",
    "corrections_share",
    "key_hold_mean_ms",
    "key_hold_variation",
    "rushed_keys_share",
  ],
} as const;

/** Where moves were polled ten times a second, as by a remote desktop: few guests book that way. */
export const polledSet = "Balabit, polled";

/** The collections that an ordinary guest's hands resemble, which have the feature. */
export const setsWith = (feature: string): MeasuredSet[] =>
  measuredSets.filter(({ name, quantiles }) => name !== polledSet && quantiles[feature]);
