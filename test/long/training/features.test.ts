import { expect, test } from "bun:test";
import { rowsOf } from "../../../models/training/features.ts";
import { areaUnderCurve, known } from "../../../models/training/hands/distance.ts";
import { defaultOptions } from "../../../models/training/simulator/simulate.ts";
import { featureNames } from "../../../src/risk/features/index.ts";
import { crowds } from "./crowds.ts";

const options = { ...defaultOptions, seed: "overlap", attempts: 9000, fraudRate: 0.35 };
const rows = [...rowsOf(options)].filter(({ dark }) => !dark);
const people = rows.filter(({ attempt }) => !attempt.fraud && !crowds.includes(attempt.kind));
const programs = ["raw-bot", "tool-bot", "careful-bot"];
const bots = rows.filter(({ attempt }) => programs.includes(attempt.kind));

const valuesOf = (name: string, of: typeof rows) => {
  const place = featureNames.indexOf(name);
  if (place < 0) throw new Error(`no such feature: ${name}`);
  return of.map(({ values }) => values[place]!);
};

/** Signs of automation, each with the values that count as showing it. */
const signs: readonly (readonly [name: string, is: (value: number) => boolean])[] = [
  ["automation_traces", (count) => count > 0],
  ["natives_are_patched", (flag) => flag === 1],
  ["window_has_no_frame", (flag) => flag === 1],
  ["header_platform_agrees", (flag) => flag === 0],
  ["header_language_agrees", (flag) => flag === 0],
  ["collection_user_agents", (count) => count > 1],
  ["told_ahead_s", (seconds) => seconds > 1],
  ["uncaused_inputs_share", (share) => share > 0.5],
  ["rushed_keys_share", (share) => share > 0.5],
  ["shiftless_capitals", (count) => count > 1],
  ["key_hold_mean_ms", (ms) => ms < 5],
  ["press_mean_ms", (ms) => ms < 5],
  ["pressureless_presses_share", (share) => share === 1],
  ["teleported_presses_share", (share) => share > 0.5],
  ["fractional_moves_share", (share) => share > 0.5],
  ["hidden_fields_filled", (count) => count > 0],
  ["hidden_fields_visited", (count) => count > 0],
  ["field_jumps_share", (share) => share > 0.4],
  ["hotel_attempts_without_tab_1h", (count) => count > 0],
  ["look_alikes_per_hotel_1h", (count) => count > 0],
  ["look_alikes_per_network_24h", (count) => count > 1],
];

test.each(signs)("%s: programs show it more often than people, who show it too", (name, is) => {
  const part = (of: typeof rows) => {
    const values = known(valuesOf(name, of));
    return values.filter(is).length / values.length;
  };
  expect(part(people)).toBeWithin(0.0001, 0.15);
  expect(part(bots)).toBeGreaterThan(part(people));
});

const measures = [
  ["key_hold_variation", "pointer_step_variation", "pointer_turn_entropy_bits"],
  ["pointer_coalesced_ratio", "pointer_speed_px_s", "first_batch_delay_s", "impossible_events"],
  [
    "consent_is_denied",
    "since_submit_s",
    "hidden_s",
    "plain_batches_share",
    "hotel_tabs_seen_share_30d",
    "swipes",
  ],
  ["sized_touches_share", "brands_are_automated", "look_alikes_per_hotel_24h"],
].flat();

test.each([...signs.map(([name]) => name), ...measures])(
  "%s alone does not identify programs",
  (name) => {
    const [of, against] = [valuesOf(name, people), valuesOf(name, bots)];
    expect(known(of).length).toBeGreaterThan(200);
    expect(areaUnderCurve(against, of)).toBeWithin(0.12, 0.88);
  },
);

test("without the SDK, hotels have no tabs and no attempts with a similar browser", () => {
  const dark = [...rowsOf({ ...options, attempts: 1500 })].filter((row) => row.dark);
  expect(new Set(known(valuesOf("hotel_tabs_seen_share_30d", dark)))).toEqual(new Set([0]));
  expect(valuesOf("hotel_attempts_without_tab_1h", dark)).toEqual(
    valuesOf("hotel_attempts_1h", dark),
  );
  expect(known(valuesOf("look_alikes_per_hotel_24h", dark))).toHaveLength(0);
});
