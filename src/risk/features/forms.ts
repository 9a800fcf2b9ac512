/** How forms were filled: visits, keys, pastes and autofill, which is normal and not a sign of fraud. */
import type { CollectionSummary } from "../../attempt/telemetry/summary.ts";
import { count, type Feature, share } from "./feature.ts";
import { fromFacts, notRecorded, shareOf } from "./from-facts.ts";
import { ratio, variation } from "./statistics.ts";

const noForm = "No collection is known, or no form with a filled field was submitted.";

export const forms: readonly Omit<Feature, "group">[] = [
  {
    name: "field_visits",
    ...count,
    unit: "visits",
    meaning: "Visits to form fields, each from focus to blur.",
    why: "A program sets values without a visit. Autofill visits one field and fills them all.",
    missing: notRecorded,
    ...fromFacts(["fieldVisits"], ({ fieldVisits }) => fieldVisits),
  },
  {
    name: "visits_per_field",
    type: "number",
    unit: "visits",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Visits to form fields over the fields with a value in the submitted form.",
    why: "Returning to fields means trying out data. People also correct themselves, and forms report errors.",
    missing: noForm,
    ...fromFacts(["fieldVisits", "filledFields"], ({ fieldVisits, filledFields }) =>
      ratio(fieldVisits, filledFields),
    ),
  },
  {
    name: "field_focus_s",
    type: "number",
    unit: "s",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Total time that form fields had the focus.",
    why: "A program needs none. Autofill and pasting legitimately need little.",
    missing: notRecorded,
    ...fromFacts(["focusMs"], ({ focusMs }) => focusMs / 1000),
  },
  {
    name: "form_fill_s",
    type: "number",
    unit: "s",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "From the first field visit to the form submit.",
    why: "A form completed within a second or two was filled by a program, or by autofill, which is normal.",
    missing: "No collection is known, no field was visited, or no form was submitted.",
    ...fromFacts(
      ["firstFieldAt", "lastSubmitAt"],
      ({ firstFieldAt, lastSubmitAt }) => Math.max(0, lastSubmitAt - firstFieldAt) / 1000,
    ),
  },
  {
    name: "keys_pressed",
    ...count,
    unit: "keys",
    meaning: "Keys pressed in form fields that can change their value.",
    why: "A completed form without a key press was pasted, autofilled or set by a program; autofill is normal.",
    missing: notRecorded,
    ...fromFacts(["keys"], ({ keys }) => keys),
  },
  {
    name: "keys_per_field",
    type: "number",
    unit: "keys",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Keys pressed, over the fields of the submitted form that received an input event.",
    why: "Names and addresses take about ten keys a field. Fewer indicates autofill, pasting or a program.",
    missing:
      "No collection is known, or no form with a field that received an input event was submitted.",
    ...fromFacts(["keys", "touchedFields"], ({ keys, touchedFields }) =>
      ratio(keys, touchedFields),
    ),
  },
  {
    name: "key_gap_mean_ms",
    type: "number",
    unit: "ms",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Mean time between two key presses in a field.",
    why: "People need 100 to 400 ms; programs that type are far faster, or slow at a fixed rate.",
    missing: tooFew(2),
    ...fromFacts(["keyGaps", "keyGapSumMs"], ({ keyGaps, keyGapSumMs }) =>
      ratio(keyGapSumMs, keyGaps),
    ),
  },
  {
    name: "key_gap_variation",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Standard deviation of that time over its mean.",
    why: "A program types evenly, near 0; people hesitate.",
    missing: tooFew(9),
    ...fromFacts(["keyGaps", "keyGapSumMs", "keyGapSquareSum"], gapVariation),
  },
  {
    name: "corrections_share",
    ...share,
    meaning: "Backspace and Delete among the keys pressed.",
    why: "People mistype, programs do not. Many corrections in one's own name and address are unusual as well.",
    missing: tooFew(1),
    ...fromFacts(["corrections", "keys"], ({ corrections, keys }) => shareOf(corrections, keys)),
  },
  {
    name: "pastes",
    ...count,
    unit: "pastes",
    meaning: "Pastes into form fields.",
    why: "Stolen data is pasted from a list. People also paste card numbers and codes.",
    missing: notRecorded,
    ...fromFacts(["pastes"], ({ pastes }) => pastes),
  },
  {
    name: "pastes_share",
    ...share,
    meaning: "Pastes over the fields with a value in the submitted form; at most 1.",
    why: "A mostly pasted form comes from a list of stolen data, or from an assistant's notes.",
    missing: noForm,
    ...fromFacts(["pastes", "filledFields"], ({ pastes, filledFields }) =>
      shareOf(pastes, filledFields),
    ),
  },
  {
    name: "email_pastes",
    ...count,
    unit: "pastes",
    meaning: "Pastes into fields for an e-mail address.",
    why: "People know their own address by heart, or the browser does. Somebody with many mailboxes pastes.",
    missing: notRecorded,
    ...fromFacts(["emailPastes"], ({ emailPastes }) => emailPastes),
  },
  {
    name: "autofills",
    ...count,
    unit: "fields",
    meaning: "Fields filled by the browser or a password manager.",
    why: "Normal, and a good sign: the browser knows its user. It explains few key presses and a fast form.",
    missing: notRecorded,
    ...fromFacts(["autofills"], ({ autofills }) => autofills),
  },
  {
    name: "autofills_share",
    ...share,
    meaning:
      "Fields filled by the browser, over those with a value in the submitted form; at most 1.",
    why: "Normal, and a good sign: a thief's browser does not know the cardholder.",
    missing: noForm,
    ...fromFacts(["autofills", "filledFields"], ({ autofills, filledFields }) =>
      shareOf(autofills, filledFields),
    ),
  },
  {
    name: "untrusted_events",
    ...count,
    unit: "events",
    meaning:
      "Key, input, pointer and submit events that were dispatched by a script (isTrusted is false).",
    why: "Programs inside the page dispatch them. Some password managers and merchants' own scripts do too.",
    missing: "No collection is known, or one of these kinds of events was not recorded.",
    ...fromFacts(
      ["untrustedInputs", "untrustedPointer", "untrustedSubmits"],
      ({ untrustedInputs, untrustedPointer, untrustedSubmits }) =>
        untrustedInputs + untrustedPointer + untrustedSubmits,
    ),
  },
  {
    name: "untouched_fields_share",
    ...share,
    meaning: "Fields of the submitted form that have a value but never received an input event.",
    why: "A program set them. Values prefilled by the merchant's page look the same.",
    missing: noForm,
    ...fromFacts(["filledFields", "touchedFields"], ({ filledFields, touchedFields }) =>
      shareOf(filledFields - touchedFields, filledFields),
    ),
  },
];

function tooFew(keys: number): string {
  return `No collection is known, or fewer than ${keys} keys were pressed.`;
}

type Gaps = Pick<CollectionSummary, "keyGaps" | "keyGapSumMs" | "keyGapSquareSum">;

function gapVariation({ keyGaps, keyGapSumMs, keyGapSquareSum }: Gaps): number | null {
  return variation(keyGaps, keyGapSumMs, keyGapSquareSum);
}
