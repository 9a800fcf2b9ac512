/** How the forms were filled and the pages used. Filling by the browser is normal, not a sign. */
import type { CollectionSummary } from "../telemetry/summary.ts";
import { count, type Feature, family, share } from "./feature.ts";
import { notSeen, seen, shareOf } from "./tab.ts";

const noForm = "No collection is known, or no form with a filled field was submitted.";
const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Others gather movements in ways of their own. */
const chromium = /\bChrome\/\d/;

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
    name: "uncaused_inputs_share",
    ...share,
    meaning:
      "Input events that no key, paste, autofill or made-up event accounts for, among all of them.",
    why: "A program that puts a value in whole leaves an input without its keys. So do lists and boxes that are clicked, a key held down, dictation, and suggestions above a phone's keyboard.",
    missing: "No collection is known, or no field got an input event.",
    ...seen(
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
    why: "Fingers hold a key for 60 to 150 ms; programs let go at once. Keys on a phone's screen are reported as they please.",
    missing:
      "No collection is known, its script did not tell, or no key was seen both down and up.",
    ...seen(["holds", "holdSumMs"], ({ holds, holdSumMs }) => ratio(holdSumMs, holds)),
  },
  {
    name: "key_hold_variation",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Standard deviation of that time over its mean.",
    why: "A program holds every key for the same time; fingers do not.",
    missing:
      "No collection is known, its script did not tell, fewer than 8 keys were seen both down and up, or all were let go at once.",
    ...seen(["holds", "holdSumMs", "holdSquareSum"], ({ holds, holdSumMs, holdSquareSum }) =>
      variation(holds, holdSumMs, holdSquareSum),
    ),
  },
  {
    name: "rushed_keys_share",
    ...share,
    meaning:
      "Keys pressed within 5 ms of letting the one before go, among the gaps between keys; 1 where there were more.",
    why: "A program lets a key go and presses the next at once. Fingers overlap or take their time; bar-code readers and text expanders do not.",
    missing: "No collection is known, its script did not tell, or fewer than 2 keys were pressed.",
    ...seen(["rushes", "keyGaps"], ({ rushes, keyGaps }) => shareOf(rushes, keyGaps)),
  },
  {
    name: "shiftless_capitals",
    ...count,
    unit: "keys",
    meaning: "Capital letters that came without Shift or Caps Lock.",
    why: "Tools that press keys give the letter and forget how a hand makes it. Remote desktops and remapped keyboards do too.",
    missing: "No collection is known, or its script did not tell.",
    ...seen(["shiftless"], ({ shiftless }) => shiftless),
  },
  {
    name: "field_jumps_share",
    ...share,
    meaning:
      "Visits to a field that is neither the next one of its page nor the same again, among all visits.",
    why: "People go down a form, leave out what they need not fill, and now and then go back; some programs fill it in an order of their own.",
    missing: "No collection is known, or no field was visited.",
    ...seen(["fieldJumps", "fieldVisits"], ({ fieldJumps, fieldVisits }) =>
      shareOf(fieldJumps, fieldVisits),
    ),
  },
  {
    name: "hidden_fields_visited",
    ...count,
    unit: "visits",
    meaning: "Visits to fields that nobody can see.",
    why: "Only a program goes where there is nothing to see, such as into a trap. Some browsers' autofill does too.",
    missing: "No collection is known, or its script did not tell.",
    ...seen(["hiddenFields"], ({ hiddenFields }) => hiddenFields),
  },
  {
    name: "hidden_fields_filled",
    ...count,
    unit: "fields",
    meaning: "Fields of the submitted form that nobody can see and that were filled all the same.",
    why: "A program fills every field that it finds. Some password managers and autofills do too.",
    missing: "No collection is known, no form was submitted, or its script did not tell.",
    ...seen(["hiddenFilled"], ({ hiddenFilled }) => hiddenFilled),
  },
  {
    name: "pointer_speed_px_s",
    type: "number",
    unit: "px/s",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Length of the pointer's strokes over their time.",
    why: "Programs cross a page within milliseconds, or creep in a planned way.",
    missing: "No collection is known, its script did not tell, or no stroke took any time.",
    ...seen(["pointerPx", "pointerMs"], ({ pointerPx, pointerMs }) =>
      pointerMs >= 1 ? (pointerPx / pointerMs) * 1000 : null,
    ),
  },
  {
    name: "pointer_step_variation",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Standard deviation of the pointer's steps from move to move, over their mean.",
    why: "A hand speeds up and slows down within every stroke; a program's steps are alike.",
    missing:
      "No collection is known, its script did not tell, or the pointer moved fewer than 8 times or stayed where it was.",
    ...seen(
      ["pointerMoves", "pointerPx", "stepSquareSum"],
      ({ pointerMoves, pointerPx, stepSquareSum }) =>
        variation(pointerMoves, pointerPx, stepSquareSum),
    ),
  },
  {
    name: "pointer_turn_entropy_bits",
    type: "number",
    unit: "bits",
    range: [0, 3],
    meaning:
      "Entropy of how far the pointer's path turned from step to step, over eight parts of 0 to 180 degrees.",
    why: "A drawn line never turns, a drawn curve always a little; a hand's turns are many and mixed.",
    missing:
      "No collection is known, its script did not tell, or the path turned fewer than 16 times.",
    ...seen(["turns"], ({ turns }) => entropyBits(turns, 16)),
  },
  {
    name: "pointer_coalesced_ratio",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning:
      "Movements that the browser gathered into one for each move that it told, in a browser made of Chromium.",
    why: "A real mouse moves several times a frame, and while a page is busy many times; a program's moves come one by one. A slow touchpad on a quick screen comes near.",
    missing:
      "No collection is known, its script did not tell, the pointer moved fewer than 50 times, or the browser is not made of Chromium.",
    ...seen(
      ["coalesced", "pointerMoves", "userAgents"],
      ({ coalesced, pointerMoves, userAgents }) =>
        pointerMoves >= 50 && userAgents.every((agent) => chromium.test(agent))
          ? ratio(coalesced, pointerMoves)
          : null,
    ),
  },
  {
    name: "teleported_presses_share",
    ...share,
    meaning:
      "Presses of a mouse that was moved at most twice since the press before, among all presses.",
    why: "Programs jump to what they press. Assistive tools, remote desktops, double clicks and buttons that are clicked again and again do too.",
    missing: "No collection is known, its script did not tell, or no mouse was pressed.",
    ...seen(["teleports", "presses"], ({ teleports, presses }) => shareOf(teleports, presses)),
  },
  {
    name: "pressureless_presses_share",
    ...share,
    meaning: "Presses of a mouse that were told without pressure, among all presses.",
    why: "Browsers tell half the pressure for a mouse's button, as their standard demands; several tools that make presses forget it.",
    missing: "No collection is known, its script did not tell, or no mouse was pressed.",
    ...seen(["pressureless", "presses"], ({ pressureless, presses }) =>
      shareOf(pressureless, presses),
    ),
  },
  {
    name: "fractional_moves_share",
    ...share,
    meaning:
      "Moves of a mouse to a part of a pixel, where the screen's pixels are whole, among all moves.",
    why: "A mouse moves by whole pixels there; programs compute the middle of a button. Some touch pads and remote desktops do so too.",
    missing: "No collection is known, its script did not tell, or the pointer never moved.",
    ...seen(["fractions", "pointerMoves"], ({ fractions, pointerMoves }) =>
      shareOf(fractions, pointerMoves),
    ),
  },
  {
    name: "press_mean_ms",
    type: "number",
    unit: "ms",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Mean time that the mouse's button was held down.",
    why: "A finger needs 50 ms or more for a click; programs let go at once.",
    missing: "No collection is known, its script did not tell, or no mouse was pressed.",
    ...seen(["presses", "pressSumMs"], ({ presses, pressSumMs }) => ratio(pressSumMs, presses)),
  },
  {
    name: "swipes",
    ...count,
    unit: "swipes",
    meaning: "Touches that moved over the screen.",
    why: "A phone's user swipes to read on; a program that poses as one does not. On computers there are none.",
    missing: "No collection is known, or its script did not tell.",
    ...seen(["swipes"], ({ swipes }) => swipes),
  },
  {
    name: "sized_touches_share",
    ...share,
    meaning: "Touches with an area of contact, among all touches.",
    why: "A finger covers an area; a program's touch is a point, unless its author thought of it. Some screens do not tell.",
    missing: "No collection is known, its script did not tell, or nothing was touched.",
    ...seen(["taps", "swipes", "sizedTouches"], ({ taps, swipes, sizedTouches }) =>
      shareOf(sizedTouches, taps + swipes),
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

/** Standard deviation over mean, of numbers of which the sums are known; null of fewer than 8. */
function variation(count: number, sum: number, squareSum: number): number | null {
  if (count < 8 || sum < 1) return null; // All at once has no rhythm.
  const mean = sum / count;
  return Math.sqrt(Math.max(0, squareSum / count - mean * mean)) / mean;
}

/** Shannon's entropy of the shares, in bits; null of fewer than so many. */
function entropyBits(counts: readonly number[], fewest: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < fewest) return null;
  const parts = counts.filter((count) => count > 0).map((count) => count / all);
  const bits = parts.reduce((sum, part) => sum - part * Math.log2(part), 0);
  return Math.min(bits, Math.log2(counts.length)); // Sums of fractions may come out above it.
}

type Gaps = Pick<CollectionSummary, "keyGaps" | "keyGapSumMs" | "keyGapSquareSum">;

function gapVariation({ keyGaps, keyGapSumMs, keyGapSquareSum }: Gaps): number | null {
  return variation(keyGaps, keyGapSumMs, keyGapSquareSum);
}
