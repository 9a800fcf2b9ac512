/** How the forms were filled and the pages used. Filling by the browser is normal, not a sign. */
import type { CollectionSummary } from "../telemetry/summary.ts";
import { count, type Feature, family, share } from "./feature.ts";
import { notSeen, seen, shareOf } from "./tab.ts";

const noForm = "No collection is known, or no form with a filled field was submitted.";
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

export const behaviour: readonly Feature[] = family("behaviour", [
  {
    name: "field_visits",
    ...count,
    unit: "visits",
    meaning: "Visits to form fields, each from focus to blur.",
    why: "A program sets values without a visit. Autofill visits one field and fills them all.",
    missing: notSeen,
    ...seen(["fieldVisits"], ({ fieldVisits }) => fieldVisits),
  },
  {
    name: "visits_per_field",
    type: "number",
    unit: "visits",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Visits to form fields over the fields with a value in the submitted form.",
    why: "Coming back to fields is trying data out. People correct themselves as well, and forms complain.",
    missing: noForm,
    ...seen(["fieldVisits", "filledFields"], ({ fieldVisits, filledFields }) =>
      ratio(fieldVisits, filledFields),
    ),
  },
  {
    name: "field_focus_s",
    type: "number",
    unit: "s",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Time that form fields had the focus, all together.",
    why: "A program needs none. Autofill and pasting need little, honestly.",
    missing: notSeen,
    ...seen(["focusMs"], ({ focusMs }) => focusMs / 1000),
  },
  {
    name: "form_fill_s",
    type: "number",
    unit: "s",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "From the first field to the submit of a form.",
    why: "A form filled within a second or two was filled by a program, or by autofill, which is normal.",
    missing: "No collection is known, no field was visited, or no form was submitted.",
    ...seen(
      ["firstFieldAt", "lastSubmitAt"],
      ({ firstFieldAt, lastSubmitAt }) => Math.max(0, lastSubmitAt - firstFieldAt) / 1000,
    ),
  },
  {
    name: "keys_pressed",
    ...count,
    unit: "keys",
    meaning: "Keys pressed in form fields that can change their value.",
    why: "A filled form without a key was pasted, autofilled or set by a program; autofill is normal.",
    missing: notSeen,
    ...seen(["keys"], ({ keys }) => keys),
  },
  {
    name: "keys_per_field",
    type: "number",
    unit: "keys",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Keys pressed, over the fields of the submitted form that got an input event.",
    why: "Names and addresses take some ten keys a field. Fewer is autofill, pasting or a program.",
    missing:
      "No collection is known, or no form of which a field got an input event was submitted.",
    ...seen(["keys", "touchedFields"], ({ keys, touchedFields }) => ratio(keys, touchedFields)),
  },
  {
    name: "key_gap_mean_ms",
    type: "number",
    unit: "ms",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Mean time between two key presses in a field.",
    why: "People need 100 to 400 ms; programs that type are far quicker, or slow in a planned way.",
    missing: tooFew(2),
    ...seen(["keyGaps", "keyGapSumMs"], ({ keyGaps, keyGapSumMs }) => ratio(keyGapSumMs, keyGaps)),
  },
  {
    name: "key_gap_variation",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Standard deviation of that time over its mean.",
    why: "A program types evenly, near 0; people hesitate.",
    missing: tooFew(9),
    ...seen(["keyGaps", "keyGapSumMs", "keyGapSquareSum"], gapVariation),
  },
  {
    name: "corrections_share",
    ...share,
    meaning: "Backspace and Delete among the keys pressed.",
    why: "People mistype, programs do not. Many corrections in one's own name and address are odd as well.",
    missing: tooFew(1),
    ...seen(["corrections", "keys"], ({ corrections, keys }) => shareOf(corrections, keys)),
  },
  {
    name: "pastes",
    ...count,
    unit: "pastes",
    meaning: "Pastes into form fields.",
    why: "Stolen data is pasted out of a list. People paste card numbers and codes too.",
    missing: notSeen,
    ...seen(["pastes"], ({ pastes }) => pastes),
  },
  {
    name: "pastes_share",
    ...share,
    meaning: "Pastes over the fields with a value in the submitted form; 1 where there were more.",
    why: "A form of which most was pasted comes out of a list of stolen data, or from an assistant's notes.",
    missing: noForm,
    ...seen(["pastes", "filledFields"], ({ pastes, filledFields }) =>
      shareOf(pastes, filledFields),
    ),
  },
  {
    name: "email_pastes",
    ...count,
    unit: "pastes",
    meaning: "Pastes into fields for an e-mail address.",
    why: "People know their own address by heart, or the browser does. Whoever has many mailboxes pastes.",
    missing: notSeen,
    ...seen(["emailPastes"], ({ emailPastes }) => emailPastes),
  },
  {
    name: "autofills",
    ...count,
    unit: "fields",
    meaning: "Fields that the browser or a password manager filled.",
    why: "Normal, and rather a good sign: the browser knows its user. It explains few keys and a quick form.",
    missing: notSeen,
    ...seen(["autofills"], ({ autofills }) => autofills),
  },
  {
    name: "autofills_share",
    ...share,
    meaning:
      "Fields filled by the browser, over those with a value in the submitted form; at most 1.",
    why: "Normal, and rather a good sign: a thief's browser does not know the card's owner.",
    missing: noForm,
    ...seen(["autofills", "filledFields"], ({ autofills, filledFields }) =>
      shareOf(autofills, filledFields),
    ),
  },
  {
    name: "untrusted_events",
    ...count,
    unit: "events",
    meaning: "Key, input, pointer and submit events that no person caused.",
    why: "Programs inside the page make them. Some password managers and a merchant's own scripts do too.",
    missing: "No collection is known, or one of these kinds of events was not recorded.",
    ...seen(
      ["untrustedInputs", "untrustedPointer", "untrustedSubmits"],
      ({ untrustedInputs, untrustedPointer, untrustedSubmits }) =>
        untrustedInputs + untrustedPointer + untrustedSubmits,
    ),
  },
  {
    name: "untouched_fields_share",
    ...share,
    meaning: "Fields of the submitted form that hold a value but never got an input event.",
    why: "A program set them. Values that the merchant's page filled in beforehand look the same.",
    missing: noForm,
    ...seen(["filledFields", "touchedFields"], ({ filledFields, touchedFields }) =>
      shareOf(filledFields - touchedFields, filledFields),
    ),
  },
  {
    name: "pointer_moves",
    ...count,
    unit: "moves",
    meaning: "Pointer movements over the pages.",
    why: "A computer's user moves a pointer, a program none. On phones there is none to move.",
    missing: notSeen,
    ...seen(["pointerMoves"], ({ pointerMoves }) => pointerMoves),
  },
  {
    name: "pointer_straightness",
    ...share,
    meaning: "Straight-line distance over path length of the pointer's strokes; 1 is a ruler's.",
    why: "Programs move along a ruler; hands curve.",
    missing: "No collection is known, or the pointer never moved.",
    ...seen(["pointerDirectPx", "pointerPx"], ({ pointerDirectPx, pointerPx }) =>
      shareOf(pointerDirectPx, pointerPx),
    ),
  },
  {
    name: "clicks_and_touches",
    ...count,
    unit: "clicks",
    meaning: "Clicks and touches on the pages.",
    why: "A booking without any was made by a program, or by keyboard alone.",
    missing: notSeen,
    ...seen(["clicks", "touches"], ({ clicks, touches }) => clicks + touches),
  },
  {
    name: "centred_clicks_share",
    ...share,
    meaning: "Clicks at the exact centre of their element.",
    why: "Programs click there; people hit it by chance. Clicks by keyboard are reported there by some browsers.",
    missing: "No collection is known, or nothing was clicked.",
    ...seen(["centredClicks", "clicks"], ({ centredClicks, clicks }) =>
      shareOf(centredClicks, clicks),
    ),
  },
  {
    name: "scrolls",
    ...count,
    unit: "scrolls",
    meaning: "Scroll movements on the pages.",
    why: "People scroll to read; programs need not. Short pages need none.",
    missing: notSeen,
    ...seen(["scrolls"], ({ scrolls }) => scrolls),
  },
  {
    name: "scroll_depth_share",
    ...share,
    meaning: "The deepest point that was scrolled to, as a share of its page's height.",
    why: "People look down the page before they pay. Short pages need no scrolling.",
    missing: notSeen,
    ...seen(["scrollDepth"], ({ scrollDepth }) => scrollDepth),
  },
]);

function tooFew(keys: number): string {
  return `No collection is known, or fewer than ${keys} keys were pressed.`;
}

type Gaps = Pick<CollectionSummary, "keyGaps" | "keyGapSumMs" | "keyGapSquareSum">;

function gapVariation({ keyGaps, keyGapSumMs, keyGapSquareSum }: Gaps): number | null {
  if (keyGaps < 8 || keyGapSumMs < 1) return null; // All at once has no rhythm.
  const mean = keyGapSumMs / keyGaps;
  const variance = Math.max(0, keyGapSquareSum / keyGaps - mean * mean);
  return Math.sqrt(variance) / mean;
}
