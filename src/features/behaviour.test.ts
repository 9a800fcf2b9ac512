import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import type { CollectionFacts } from "../telemetry/summary.ts";
import { behaviour } from "./behaviour.ts";
import { empty, valueFor } from "./example-attempt.ts";

const seen = new Set<string>();
const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko Firefox/150.0";

function featureValue(name: string, of: Partial<CollectionFacts> | null): number | null {
  seen.add(name);
  return valueFor(behaviour, name, { collection: of && { ...empty, ...of } });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["field_visits", null, null],
  ["field_visits", {}, 0],
  ["field_visits", { fieldVisits: 3 }, 3],
  ["form_fill_s", {}, null],
  ["form_fill_s", { firstFieldAt: 1000 }, null],
  ["form_fill_s", { lastSubmitAt: 1000 }, null],
  ["form_fill_s", { firstFieldAt: 0, lastSubmitAt: 1500 }, 1.5],
  ["form_fill_s", { firstFieldAt: 9, lastSubmitAt: 1 }, 0],
  ["keys_pressed", { keys: 7 }, 7],
  ["key_gap_mean_ms", { keys: 1 }, null],
  ["key_gap_mean_ms", { keyGaps: 4, keyGapSumMs: 600 }, 150],
  ["key_gap_variation", { keyGaps: 7, keyGapSumMs: 700, keyGapSquareSum: 70_000 }, null],
  ["key_gap_variation", { keyGaps: 8, keyGapSumMs: 800, keyGapSquareSum: 80_000 }, 0],
  ["key_gap_variation", { keyGaps: 8, keyGapSumMs: 800, keyGapSquareSum: 100_000 }, 0.5],
  ["key_gap_variation", { keyGaps: 8, keyGapSumMs: 800, keyGapSquareSum: 1 }, 0],
  ["key_gap_variation", { keyGaps: 8, keyGapSumMs: 0, keyGapSquareSum: 9 }, null],
  ["corrections_share", {}, null],
  ["corrections_share", { keys: 4, corrections: 1 }, 0.25],
  ["corrections_share", { keys: 4, corrections: 9 }, 1],
  ["pastes", { pastes: 2 }, 2],
  ["autofills", { autofills: 2 }, 2],
  ["untrusted_events", { untrustedInputs: 1, untrustedPointer: 2, untrustedSubmits: 4 }, 7],
  ["untouched_fields_share", {}, null],
  ["untouched_fields_share", { filledFields: 4, touchedFields: 1 }, 0.75],
  ["untouched_fields_share", { filledFields: 1, touchedFields: 4 }, 0],
  ["pointer_moves", { pointerMoves: 5 }, 5],
  ["pointer_straightness", {}, null],
  ["pointer_straightness", { pointerPx: 100, pointerDirectPx: 25 }, 0.25],
  ["pointer_straightness", { pointerPx: 100, pointerDirectPx: 101 }, 1],
  ["clicks_and_touches", { clicks: 1, touches: 2 }, 3],
  ["centred_clicks_share", {}, null],
  ["centred_clicks_share", { clicks: 4, centredClicks: 1 }, 0.25],
  ["centred_clicks_share", { clicks: 4, centredClicks: 5 }, 1],
  ["scrolls", { scrolls: 6 }, 6],
  ["scrolls", { scrolls: null }, null],
  ["scroll_depth_share", {}, 0],
  ["scroll_depth_share", { scrollDepth: 0.75 }, 0.75],
  ["visits_per_field", {}, null],
  ["visits_per_field", { fieldVisits: 6, filledFields: 4 }, 1.5],
  ["field_focus_s", {}, 0],
  ["field_focus_s", { focusMs: 1500 }, 1.5],
  ["keys_per_field", {}, null],
  ["keys_per_field", { keys: 30, touchedFields: 4 }, 7.5],
  ["pastes_share", {}, null],
  ["pastes_share", { pastes: 1, filledFields: 4 }, 0.25],
  ["pastes_share", { pastes: 5, filledFields: 4 }, 1],
  ["email_pastes", {}, 0],
  ["email_pastes", { emailPastes: 1 }, 1],
  ["autofills_share", {}, null],
  ["autofills_share", { autofills: 3, filledFields: 4 }, 0.75],
  ["autofills_share", { autofills: 9, filledFields: 4 }, 1],
  ["uncaused_inputs_share", {}, null],
  ["uncaused_inputs_share", { inputs: null }, null],
  ["uncaused_inputs_share", { inputs: 4 }, 1],
  [
    "uncaused_inputs_share",
    { inputs: 8, keys: 3, pastes: 1, autofills: 1, untrustedInputs: 1 },
    0.25,
  ],
  ["uncaused_inputs_share", { inputs: 8, keys: 8 }, 0],
  ["uncaused_inputs_share", { inputs: 8, keys: 30 }, 0],
  ["key_hold_mean_ms", {}, null],
  ["key_hold_mean_ms", { holds: 0, holdSumMs: 0 }, null],
  ["key_hold_mean_ms", { holds: 3 }, null],
  ["key_hold_mean_ms", { holds: 4, holdSumMs: 360 }, 90],
  ["key_hold_mean_ms", { holds: 4, holdSumMs: 0 }, 0],
  ["key_hold_variation", {}, null],
  ["key_hold_variation", { holds: 7, holdSumMs: 700, holdSquareSum: 70_000 }, null],
  ["key_hold_variation", { holds: 8, holdSumMs: 800, holdSquareSum: 80_000 }, 0],
  ["key_hold_variation", { holds: 8, holdSumMs: 800, holdSquareSum: 100_000 }, 0.5],
  ["key_hold_variation", { holds: 8, holdSumMs: 800, holdSquareSum: 1 }, 0],
  ["key_hold_variation", { holds: 8, holdSumMs: 0, holdSquareSum: 0 }, null],
  ["rushed_keys_share", {}, null],
  ["rushed_keys_share", { keyGaps: 4 }, null],
  ["rushed_keys_share", { rushes: 0 }, null],
  ["rushed_keys_share", { keyGaps: 4, rushes: 0 }, 0],
  ["rushed_keys_share", { keyGaps: 4, rushes: 1 }, 0.25],
  ["rushed_keys_share", { keyGaps: 4, rushes: 5 }, 1],
  ["shiftless_capitals", {}, null],
  ["shiftless_capitals", { shiftless: 0 }, 0],
  ["shiftless_capitals", { shiftless: 2 }, 2],
  ["bare_at_signs", {}, null],
  ["bare_at_signs", { bareAts: 0 }, 0],
  ["bare_at_signs", { bareAts: 1 }, 1],
  ["scroll_leaps_share", { scrolls: 4 }, null],
  ["scroll_leaps_share", { scrolls: 0, leaps: 0 }, null],
  ["scroll_leaps_share", { scrolls: 4, leaps: 1 }, 0.25],
  ["scroll_leaps_share", { scrolls: 4, leaps: 9 }, 1],
  ["pressureless_presses_share", { presses: 4 }, null],
  ["pressureless_presses_share", { presses: 0, pressureless: 0 }, null],
  ["pressureless_presses_share", { presses: 4, pressureless: 1 }, 0.25],
  ["pressureless_presses_share", { presses: 4, pressureless: 5 }, 1],
  ["fractional_moves_share", { pointerMoves: 4 }, null],
  ["fractional_moves_share", { fractions: 0 }, null],
  ["fractional_moves_share", { pointerMoves: 4, fractions: 1 }, 0.25],
  ["fractional_moves_share", { pointerMoves: 4, fractions: 9 }, 1],
  ["field_jumps_share", {}, null],
  ["field_jumps_share", { fieldVisits: 4, fieldJumps: null }, null],
  ["field_jumps_share", { fieldVisits: 4 }, 0],
  ["field_jumps_share", { fieldVisits: 4, fieldJumps: 1 }, 0.25],
  ["hidden_fields_visited", {}, null],
  ["hidden_fields_visited", { hiddenFields: 0 }, 0],
  ["hidden_fields_visited", { hiddenFields: 2 }, 2],
  ["hidden_fields_filled", {}, null],
  ["hidden_fields_filled", { hiddenFilled: 0 }, 0],
  ["hidden_fields_filled", { hiddenFilled: 3 }, 3],
  ["pointer_speed_px_s", { pointerPx: 500 }, null],
  ["pointer_speed_px_s", { pointerPx: 500, pointerMs: 0 }, null],
  ["pointer_speed_px_s", { pointerPx: 1e9, pointerMs: Number.MIN_VALUE }, null],
  ["pointer_speed_px_s", { pointerPx: 500, pointerMs: 1 }, 500_000],
  ["pointer_speed_px_s", { pointerPx: 500, pointerMs: 2000 }, 250],
  ["pointer_speed_px_s", { pointerMs: 2000 }, 0],
  ["pointer_step_variation", { pointerMoves: 8, pointerPx: 80 }, null],
  ["pointer_step_variation", { pointerMoves: 7, pointerPx: 70, stepSquareSum: 700 }, null],
  ["pointer_step_variation", { pointerMoves: 8, pointerPx: 80, stepSquareSum: 800 }, 0],
  ["pointer_step_variation", { pointerMoves: 8, pointerPx: 80, stepSquareSum: 1000 }, 0.5],
  ["pointer_step_variation", { pointerMoves: 8, stepSquareSum: 0 }, null],
  ["pointer_turn_entropy_bits", {}, null],
  ["pointer_turn_entropy_bits", { turns: [15, 0, 0, 0, 0, 0, 0, 0] }, null],
  ["pointer_turn_entropy_bits", { turns: [16, 0, 0, 0, 0, 0, 0, 0] }, 0],
  ["pointer_turn_entropy_bits", { turns: [8, 0, 0, 0, 0, 0, 0, 8] }, 1],
  ["pointer_turn_entropy_bits", { turns: [8, 4, 4, 0, 0, 0, 0, 0] }, 1.5],
  ["pointer_turn_entropy_bits", { turns: [2, 2, 2, 2, 2, 2, 2, 2] }, 3],
  ["pointer_coalesced_ratio", { pointerMoves: 400, userAgents: [chrome] }, null],
  ["pointer_coalesced_ratio", { coalesced: 400, userAgents: [chrome] }, null],
  ["pointer_coalesced_ratio", { pointerMoves: 400, coalesced: 1000, userAgents: [chrome] }, 2.5],
  ["pointer_coalesced_ratio", { pointerMoves: 50, coalesced: 50, userAgents: [chrome] }, 1],
  ["pointer_coalesced_ratio", { pointerMoves: 49, coalesced: 49, userAgents: [chrome] }, null],
  ["pointer_coalesced_ratio", { pointerMoves: 50, coalesced: 50, userAgents: [firefox] }, null],
  [
    "pointer_coalesced_ratio",
    { pointerMoves: 50, coalesced: 50, userAgents: [chrome, firefox] },
    null,
  ],
  ["teleported_presses_share", { presses: 4 }, null],
  ["teleported_presses_share", { presses: 0, teleports: 0 }, null],
  ["teleported_presses_share", { presses: 4, teleports: 1 }, 0.25],
  ["teleported_presses_share", { presses: 4, teleports: 5 }, 1],
  ["press_mean_ms", { presses: 4 }, null],
  ["press_mean_ms", { presses: 0, pressSumMs: 0 }, null],
  ["press_mean_ms", { presses: 4, pressSumMs: 320 }, 80],
  ["press_mean_ms", { presses: 4, pressSumMs: 0 }, 0],
  ["swipes", {}, null],
  ["swipes", { swipes: 0 }, 0],
  ["swipes", { swipes: 3 }, 3],
  ["sized_touches_share", {}, null],
  ["sized_touches_share", { taps: 0, swipes: 0, sizedTouches: 0 }, null],
  ["sized_touches_share", { taps: 3, swipes: 1, sizedTouches: 1 }, 0.25],
  ["sized_touches_share", { taps: 3, swipes: 1, sizedTouches: 0 }, 0],
  ["sized_touches_share", { taps: 1, swipes: 0, sizedTouches: 9 }, 1],
  ["untrusted_events", { untrustedPointer: null }, null],
  ["keys_pressed", { keys: null }, null],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("the entropy of turns is never above that of equal parts, however the sums are rounded", () => {
  const turn = fc.integer({ min: 1, max: 1e11 });
  const near = turn.chain((count) =>
    fc.array(fc.constantFrom(count, count + 1), { minLength: 8, maxLength: 8 }),
  );
  fc.assert(
    fc.property(fc.oneof(near, fc.array(turn, { minLength: 8, maxLength: 8 })), (turns) => {
      const bits = featureValue("pointer_turn_entropy_bits", { turns }) ?? 0;
      expect(bits).toBeGreaterThanOrEqual(0);
      expect(bits).toBeLessThanOrEqual(3);
    }),
    { numRuns: 2000 },
  );
});

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(behaviour.map((feature) => feature.name).sort());
});
