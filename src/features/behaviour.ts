/** How the forms were filled and the pages used. Filling by the browser is normal, not a sign. */
import type { CollectionSummary } from "../telemetry/summary.ts";
import { type Attempt, count, type Feature, family, share } from "./feature.ts";

const noCollection = "No collection of this id is known.";

const of = (read: (collection: CollectionSummary) => number | null, missing = noCollection) => ({
  missing,
  compute: ({ collection }: Attempt) => collection && read(collection),
});

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

export const behaviour: readonly Feature[] = family("behaviour", [
  {
    name: "field_visits",
    ...count,
    unit: "visits",
    meaning: "Visits to form fields, each from focus to blur.",
    ...of(({ fieldVisits }) => fieldVisits),
  },
  {
    name: "form_fill_s",
    type: "number",
    unit: "s",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "From the first field to the submit of a form.",
    ...of(({ firstFieldAt, lastSubmitAt }) => {
      if (firstFieldAt === null || lastSubmitAt === null) return null;
      return Math.max(0, lastSubmitAt - firstFieldAt) / 1000;
    }, "No collection is known, no field was visited, or no form was submitted."),
  },
  {
    name: "keys_pressed",
    ...count,
    unit: "keys",
    meaning: "Keys pressed in form fields that can change their value.",
    ...of(({ keys }) => keys),
  },
  {
    name: "key_gap_mean_ms",
    type: "number",
    unit: "ms",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Mean time between two key presses in a field.",
    ...of(({ keyGaps, keyGapSumMs }) => ratio(keyGapSumMs, keyGaps), tooFew(2)),
  },
  {
    name: "key_gap_variation",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Standard deviation of that time over its mean. A program types evenly.",
    ...of(gapVariation, tooFew(9)),
  },
  {
    name: "corrections_share",
    ...share,
    meaning: "Backspace and Delete among the keys pressed.",
    ...of(({ corrections, keys }) => ratio(Math.min(corrections, keys), keys), tooFew(1)),
  },
  {
    name: "pastes",
    ...count,
    unit: "pastes",
    meaning: "Pastes into form fields.",
    ...of(({ pastes }) => pastes),
  },
  {
    name: "autofills",
    ...count,
    unit: "fields",
    meaning: "Fields that the browser or a password manager filled.",
    ...of(({ autofills }) => autofills),
  },
  {
    name: "untrusted_events",
    ...count,
    unit: "events",
    meaning: "Key, input, pointer and submit events that no person caused.",
    ...of(
      ({ untrustedInputs, untrustedPointer, untrustedSubmits }) =>
        untrustedInputs + untrustedPointer + untrustedSubmits,
    ),
  },
  {
    name: "untouched_fields_share",
    ...share,
    meaning: "Fields of the submitted form that hold a value but never got an input event.",
    ...of(
      ({ filledFields, touchedFields }) =>
        ratio(Math.max(0, filledFields - touchedFields), filledFields),
      "No collection is known, or no form with a filled field was submitted.",
    ),
  },
  {
    name: "pointer_moves",
    ...count,
    unit: "moves",
    meaning: "Pointer movements over the pages.",
    ...of(({ pointerMoves }) => pointerMoves),
  },
  {
    name: "pointer_straightness",
    ...share,
    meaning: "Straight-line distance over path length of the pointer's strokes; 1 is a ruler's.",
    ...of(
      ({ pointerDirectPx, pointerPx }) => ratio(Math.min(pointerDirectPx, pointerPx), pointerPx),
      "No collection is known, or the pointer never moved.",
    ),
  },
  {
    name: "clicks_and_touches",
    ...count,
    unit: "clicks",
    meaning: "Clicks and touches on the pages.",
    ...of(({ clicks, touches }) => clicks + touches),
  },
  {
    name: "centred_clicks_share",
    ...share,
    meaning: "Clicks at the exact centre of their element, as programs make them.",
    ...of(
      ({ centredClicks, clicks }) => ratio(Math.min(centredClicks, clicks), clicks),
      "No collection is known, or nothing was clicked.",
    ),
  },
  {
    name: "scrolls",
    ...count,
    unit: "scrolls",
    meaning: "Scroll movements on the pages.",
    ...of(({ scrolls }) => scrolls),
  },
]);

function tooFew(keys: number): string {
  return `No collection is known, or fewer than ${keys} keys were pressed.`;
}

function gapVariation({ keyGaps, keyGapSumMs, keyGapSquareSum }: CollectionSummary) {
  if (keyGaps < 8 || keyGapSumMs < 1) return null; // All at once has no rhythm.
  const mean = keyGapSumMs / keyGaps;
  const variance = Math.max(0, keyGapSquareSum / keyGaps - mean * mean);
  return Math.sqrt(variance) / mean;
}
