/** How the pointer moved, clicked, touched and scrolled. */
import { count, type Feature, share } from "./feature.ts";
import { fromFacts, notRecorded, shareOf } from "./from-facts.ts";
import { entropyBits, ratio, variation } from "./statistics.ts";

/** Other engines coalesce movements in their own ways. */
const chromium = /\bChrome\/\d/;

export const clicks: readonly Omit<Feature, "group">[] = [
  {
    name: "pointer_moves",
    ...count,
    unit: "moves",
    meaning: "Pointer movements over the pages.",
    why: "A computer's user moves a pointer, a program does not. Phones have none to move.",
    missing: notRecorded,
    ...fromFacts(["pointerMoves"], ({ pointerMoves }) => pointerMoves),
  },
  {
    name: "pointer_straightness",
    ...share,
    meaning:
      "Straight-line distance over path length of the pointer's strokes; 1 is perfectly straight.",
    why: "Programs move in straight lines or smooth curves. Hands curve and turn back: most are at 0.6 to 0.95.",
    missing: "No collection is known, or the pointer never moved.",
    ...fromFacts(["pointerDirectPx", "pointerPx"], ({ pointerDirectPx, pointerPx }) =>
      shareOf(pointerDirectPx, pointerPx),
    ),
  },
  {
    name: "clicks_and_touches",
    ...count,
    unit: "clicks",
    meaning: "Clicks and touches on the pages.",
    why: "A booking without any was made by a program, or with the keyboard alone.",
    missing: notRecorded,
    ...fromFacts(["clicks", "touches"], ({ clicks, touches }) => clicks + touches),
  },
  {
    name: "centred_clicks_share",
    ...share,
    meaning: "Clicks at the exact centre of their element.",
    why: "Programs click there; people hit it by chance. Some browsers report keyboard clicks there.",
    missing: "No collection is known, or nothing was clicked.",
    ...fromFacts(["centredClicks", "clicks"], ({ centredClicks, clicks }) =>
      shareOf(centredClicks, clicks),
    ),
  },
];

export const motion: readonly Omit<Feature, "group">[] = [
  {
    name: "pointer_speed_px_s",
    type: "number",
    unit: "px/s",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Length of the pointer's strokes over their duration.",
    why: "Programs cross a page within milliseconds, or move slowly at a fixed rate.",
    missing: "No collection is known, its script did not report it, or no stroke took any time.",
    ...fromFacts(["pointerPx", "pointerMs"], ({ pointerPx, pointerMs }) =>
      pointerMs >= 1 ? (pointerPx / pointerMs) * 1000 : null,
    ),
  },
  {
    name: "pointer_step_variation",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Standard deviation of the pointer's steps from move to move, over their mean.",
    why: "A hand accelerates and decelerates within every stroke, so that the variation is above 1; a program's steps are alike.",
    missing:
      "No collection is known, its script did not report it, or the pointer moved fewer than 8 times or stayed in place.",
    ...fromFacts(
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
      "Entropy of the turning angles of the pointer's path from step to step, over eight bins of 0 to 180 degrees.",
    why: "A straight line never turns, and a computed curve always by little: 0 to 0.7 bits. A hand mostly goes on ahead and now and then turns by any angle: 0.5 to 1.2 bits. Remote desktops show more, as they report fewer points.",
    missing:
      "No collection is known, its script did not report it, or the path turned fewer than 16 times.",
    ...fromFacts(["turns"], ({ turns }) => entropyBits(turns, 16)),
  },
  {
    name: "pointer_axial_steps_share",
    ...share,
    meaning: "Steps of the pointer that were exactly horizontal or vertical, among all moves.",
    why: "A slow hand moves by single pixels, along one axis and then the other: a fifth to a half of its steps. A computed path seldom has such steps, or has no others.",
    missing:
      "No collection is known, its script did not report it, or the pointer moved fewer than 16 times.",
    ...fromFacts(["axialSteps", "pointerMoves"], ({ axialSteps, pointerMoves }) =>
      pointerMoves >= 16 ? shareOf(axialSteps, pointerMoves) : null,
    ),
  },
  {
    name: "pointer_alternating_turns_share",
    ...share,
    meaning:
      "Turns of the pointer's path to the other side than the turn before, among turns that follow another.",
    why: "A hand corrects its way to both sides: mostly 0.3 to 0.75. A computed arc keeps to one side, and noise added to it changes sides at nearly every step.",
    missing:
      "No collection is known, its script did not report it, or the path turned fewer than 16 times in a row.",
    ...fromFacts(["flips", "bends"], ({ flips, bends }) =>
      bends >= 16 ? shareOf(flips, bends) : null,
    ),
  },
  {
    name: "pointer_coalesced_ratio",
    type: "number",
    unit: "ratio",
    range: [0, Number.POSITIVE_INFINITY],
    meaning:
      "Movements that a Chromium-based browser coalesced into one reported move, on average.",
    why: "A real mouse moves several times per frame, and many times while a page is busy; a program's moves arrive one by one. A slow touchpad on a fast screen comes close.",
    missing:
      "No collection is known, its script did not report it, the pointer moved fewer than 50 times, or the browser is not based on Chromium.",
    ...fromFacts(
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
    meaning: "Mouse presses with at most two moves since the previous press, among all presses.",
    why: "Programs jump to what they press. Assistive tools, remote desktops, double clicks and repeated clicks do too.",
    missing:
      "No collection is known, its script did not report it, or no mouse button was pressed.",
    ...fromFacts(["teleports", "presses"], ({ teleports, presses }) => shareOf(teleports, presses)),
  },
  {
    name: "pressureless_presses_share",
    ...share,
    meaning: "Mouse presses reported without pressure, among all presses.",
    why: "Browsers report a pressure of 0.5 for a mouse button, as their standard requires; several tools that synthesise presses omit it.",
    missing:
      "No collection is known, its script did not report it, or no mouse button was pressed.",
    ...fromFacts(["pressureless", "presses"], ({ pressureless, presses }) =>
      shareOf(pressureless, presses),
    ),
  },
  {
    name: "fractional_moves_share",
    ...share,
    meaning:
      "Mouse moves to a fractional pixel, where the screen's pixels are whole, among all moves.",
    why: "A mouse moves by whole pixels there; programs compute the centre of a button. Some touchpads and remote desktops do so too.",
    missing: "No collection is known, its script did not report it, or the pointer never moved.",
    ...fromFacts(["fractions", "pointerMoves"], ({ fractions, pointerMoves }) =>
      shareOf(fractions, pointerMoves),
    ),
  },
  {
    name: "press_mean_ms",
    type: "number",
    unit: "ms",
    range: [0, Number.POSITIVE_INFINITY],
    meaning: "Mean time that the mouse button was held down.",
    why: "A finger needs 60 ms or more for a click; programs release at once.",
    missing:
      "No collection is known, its script did not report it, or no mouse button was pressed.",
    ...fromFacts(["presses", "pressSumMs"], ({ presses, pressSumMs }) =>
      ratio(pressSumMs, presses),
    ),
  },
  {
    name: "swipes",
    ...count,
    unit: "swipes",
    meaning: "Touches that moved across the screen.",
    why: "A phone's user swipes to scroll; a program that poses as one does not. Computers have none.",
    missing: "No collection is known, or its script did not report it.",
    ...fromFacts(["swipes"], ({ swipes }) => swipes),
  },
  {
    name: "sized_touches_share",
    ...share,
    meaning: "Touches with an area of contact, among all touches.",
    why: "A finger covers an area; a program's touch is a point unless its author considered that. Some screens do not report it.",
    missing: "No collection is known, its script did not report it, or nothing was touched.",
    ...fromFacts(["taps", "swipes", "sizedTouches"], ({ taps, swipes, sizedTouches }) =>
      shareOf(sizedTouches, taps + swipes),
    ),
  },
  {
    name: "scrolls",
    ...count,
    unit: "scrolls",
    meaning: "Scroll movements on the pages.",
    why: "People scroll to read; programs do not have to. Short pages need none.",
    missing: notRecorded,
    ...fromFacts(["scrolls"], ({ scrolls }) => scrolls),
  },
  {
    name: "scroll_leaps_share",
    ...share,
    meaning:
      "Scroll movements that a wheel began by moving the page 50 pixels or more at once, among all scroll movements.",
    why: "Browsers glide over a wheel's notch in a quarter of a second, and touchpads begin slowly; a driver's wheel event moves the page at once. So does a browser whose animations are switched off, as by a remote desktop.",
    missing: "No collection is known, its script did not report it, or nothing was scrolled.",
    ...fromFacts(["leaps", "scrolls"], ({ leaps, scrolls }) => shareOf(leaps, scrolls)),
  },
  {
    name: "scroll_depth_share",
    ...share,
    meaning: "The deepest point scrolled to, as a share of its page's height.",
    why: "People look down the page before they pay. Short pages need no scrolling.",
    missing: notRecorded,
    ...fromFacts(["scrollDepth"], ({ scrollDepth }) => scrollDepth),
  },
];
