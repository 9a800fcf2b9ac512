/** How keys were pressed, and which fields were visited. */
import { count, type Feature, share } from "./feature.ts";
import { fromFacts, shareOf } from "./from-facts.ts";
import { ratio, variation } from "./statistics.ts";

export const typing: readonly Omit<Feature, "group">[] = [
  {
    name: "uncaused_inputs_share",
    ...share,
    meaning:
      "Input events that no key, paste, autofill or synthetic event accounts for, among all of them.",
    why: "A program that sets a whole value leaves an input without keys. So do lists and checkboxes, a held key, dictation, and suggestions above a phone's keyboard.",
    missing: "No collection is known, or no field received an input event.",
    ...fromFacts(
      ["inputs", "keys", "pastes", "autofills", "untrustedInputs"],
      ({ inputs, keys, pastes, autofills, untrustedInputs }) =>
        shareOf(inputs - keys - pastes - autofills - untrustedInputs, inputs),
    ),
  },
  {
    name: "key_hold_mean_ms",
    type: "number",
    unit: "ms",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Mean time that a key was held down in a field.",
    why: "Fingers hold a key for 70 to 150 ms; programs release it at once. On-screen keyboards report arbitrary times.",
    missing:
      "No collection is known, its script did not report it, or no key was seen both down and up.",
    ...fromFacts(["holds", "holdSumMs"], ({ holds, holdSumMs }) => ratio(holdSumMs, holds)),
  },
  {
    name: "key_hold_variation",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Standard deviation of that time over its mean.",
    why: "A program holds every key for the same time; fingers do not.",
    missing:
      "No collection is known, its script did not report it, fewer than 8 keys were seen both down and up, or all were released at once.",
    ...fromFacts(["holds", "holdSumMs", "holdSquareSum"], ({ holds, holdSumMs, holdSquareSum }) =>
      variation(holds, holdSumMs, holdSquareSum),
    ),
  },
  {
    name: "rushed_keys_share",
    ...share,
    meaning:
      "Keys pressed within 5 ms of releasing the previous one, among the gaps between keys; at most 1.",
    why: "A program releases a key and presses the next at once, key after key. Fingers do so by chance, at one key in fifty; bar-code readers and text expanders do so always.",
    missing:
      "No collection is known, its script did not report it, or fewer than 2 keys were pressed.",
    ...fromFacts(["rushes", "keyGaps"], ({ rushes, keyGaps }) => shareOf(rushes, keyGaps)),
  },
  {
    name: "shiftless_capitals",
    ...count,
    unit: "keys",
    meaning: "Capital letters typed without Shift or Caps Lock.",
    why: "Tools that press keys send the letter and forget the Shift key. Remote desktops and remapped keyboards do too.",
    missing: "No collection is known, or its script did not report it.",
    ...fromFacts(["shiftless"], ({ shiftless }) => shiftless),
  },
  {
    name: "bare_at_signs",
    ...count,
    unit: "keys",
    meaning: "Times that the key of the digit 2 gave an @ without Shift, Alt, AltGr or Caps Lock.",
    why: "Every keyboard layout needs a second key for it there. Playwright and Puppeteer press the one key of an American keyboard, also where their author thought of Shift for capitals.",
    missing: "No collection is known, or its script did not report it.",
    ...fromFacts(["bareAts"], ({ bareAts }) => bareAts),
  },
  {
    name: "field_jumps_share",
    ...share,
    meaning:
      "Visits to a field that is neither the next one on its page nor the same again, among all visits.",
    why: "People go down a form, skip optional fields, and occasionally go back; some programs use an order of their own.",
    missing: "No collection is known, or no field was visited.",
    ...fromFacts(["fieldJumps", "fieldVisits"], ({ fieldJumps, fieldVisits }) =>
      shareOf(fieldJumps, fieldVisits),
    ),
  },
  {
    name: "hidden_fields_visited",
    ...count,
    unit: "visits",
    meaning: "Visits to fields that a person cannot see.",
    why: "Only a program visits an invisible field, such as a honeypot. Some browsers' autofill does too.",
    missing: "No collection is known, or its script did not report it.",
    ...fromFacts(["hiddenFields"], ({ hiddenFields }) => hiddenFields),
  },
  {
    name: "hidden_fields_filled",
    ...count,
    unit: "fields",
    meaning: "Fields of the submitted form that a person cannot see but that were filled.",
    why: "A program fills every field that it finds. Some password managers and autofill do too.",
    missing: "No collection is known, no form was submitted, or its script did not report it.",
    ...fromFacts(["hiddenFilled"], ({ hiddenFilled }) => hiddenFilled),
  },
];
