import { expect, test } from "bun:test";
import type { CollectionFacts } from "../telemetry/summary.ts";
import { behaviour } from "./behaviour.ts";
import { empty, valueFor } from "./example-attempt.ts";

const seen = new Set<string>();

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
  ["untrusted_events", { untrustedPointer: null }, null],
  ["keys_pressed", { keys: null }, null],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(behaviour.map((feature) => feature.name).sort());
});
