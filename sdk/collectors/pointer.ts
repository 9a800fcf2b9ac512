/** Sums over mouse and pen movements: distance, straightness, turns, presses and clicks. */

import { distance, emit, flush, listen } from "../events.ts";
import { onGather } from "../transport.ts";

/** A pause this long ends a stroke, whose path is compared with its straight line. */
const strokePauseMs = 120;

/** A click this close to the centre of its element, in pixels, counts as centred. */
const centreWithin = 0.75;

/** A press after at most this many moves is a teleport; a hand needs more. */
const teleportMovesMax = 2;

/** Bins in a radian: slightly less than 8 / π, so that a full reversal falls into the last of eight. */
const binsPerRad = 2.546479;

/** The sines of two turns in a row have a product below this where a step goes straight on, but for rounding. */
const straight = 1e-9;

const buttons = "button,[type=submit],[type=button],[type=image],[role=button]";

/** Whether any element of the path is one: a button in a shadow root may only contain a slot for its content. */
const isButton = (path: Element[]) => path.some((target) => target.matches?.(buttons));

function isCentred(event: MouseEvent, [target]: Element[]): boolean {
  const { left, top, width, height } = target!.getBoundingClientRect();
  const offX = Math.abs(left + width / 2 - event.clientX);
  const offY = Math.abs(top + height / 2 - event.clientY);
  // On a tiny element, every click is centred.
  return width * height > 64 && offX <= centreWithin && offY <= centreWithin;
}

/** Between the screen's physical pixels; unknown where the page is zoomed. */
const isFractional = (event: MouseEvent) =>
  !(devicePixelRatio % 1) &&
  ((event.clientX * devicePixelRatio) % 1 || (event.clientY * devicePixelRatio) % 1);

const emptySums = () => ({
  kind: "pointer" as const,
  moves: 0,
  distancePx: 0,
  directPx: 0,
  clicks: 0,
  touches: 0,
  untrusted: 0,
  centred: 0,
  moveMs: 0,
  stepSquareSum: 0,
  turns: [0, 0, 0, 0, 0, 0, 0, 0],
  axial: 0,
  bends: 0,
  flips: 0,
  teleports: 0,
  pressureless: 0,
  fractions: 0,
  presses: 0,
  pressSumMs: 0,
  /** NaN, which is not sent, where the browser does not report it, as on pages without TLS. */
  coalesced: 0,
});

/** One long function: its listeners share their state, and passing it around costs script bytes. */
export function watchPointer(): void {
  let sums = emptySums();
  let start: PointerEvent | undefined;
  let last: PointerEvent | undefined;
  let heading = NaN;
  let turn = NaN;
  let movesSincePress = 0;
  let pressedAt = 0;

  function endStroke(): void {
    if (start && last) sums.directPx += distance(start, last);
    start = last;
    heading = NaN;
  }

  function countStep(from: PointerEvent, to: PointerEvent): void {
    const ms = to.timeStamp - from.timeStamp;
    if (ms > strokePauseMs) endStroke();
    // Synthetic events may have earlier timestamps than the mouse's.
    else if (ms > 0) sums.moveMs += ms;
    const step = distance(from, to);
    sums.distancePx += step;
    sums.stepSquareSum += step * step;
    if (!step) return;
    const x = to.clientX - from.clientX;
    const y = to.clientY - from.clientY;
    if (!(x * y)) sums.axial++;
    const previous = heading;
    heading = Math.atan2(y, x);
    // In either direction; NaN for a stroke's first step.
    const turned = Math.acos(Math.cos(heading - previous));
    if (turned >= 0) sums.turns[(turned * binsPerRad) | 0]!++;
    // Positive for two turns to the same side, negative for turns to both.
    const before = turn;
    turn = Math.sin(heading - previous);
    const both = before * turn;
    if (Math.abs(both) > straight) {
      sums.bends++;
      if (both < 0) sums.flips++;
    }
  }

  listen({
    pointermove(event) {
      // A finger's movement is a scroll, which is counted elsewhere.
      if (event.pointerType === "touch") return;
      sums.moves++;
      movesSincePress++;
      if (!event.isTrusted) sums.untrusted++;
      if (isFractional(event)) sums.fractions++;
      sums.coalesced += event.getCoalescedEvents?.().length;
      if (last) countStep(last, event);
      start = start ?? event;
      last = event;
    },
    pointerdown(event, path: Element[]) {
      if (event.pointerType === "touch") sums.touches++;
      else if (event.isTrusted) {
        if (movesSincePress <= teleportMovesMax) sums.teleports++;
        if (event.pointerType === "mouse" && !event.pressure) sums.pressureless++;
        movesSincePress = 0;
        pressedAt = event.timeStamp;
      }
      // It may be the booking button: telemetry should arrive before the booking, and the press
      // precedes the click by about 100 ms.
      if (isButton(path)) flush();
    },
    pointerup(event) {
      if (!pressedAt) return;
      sums.presses++;
      sums.pressSumMs += event.timeStamp - pressedAt;
      pressedAt = 0;
    },
    click(event, path: Element[]) {
      // The Enter key also clicks the form's button, without a pointer: detail is 0.
      if (event.isTrusted && !event.detail) return;
      endStroke();
      sums.clicks++;
      if (!event.isTrusted) sums.untrusted++;
      else if (isCentred(event, path)) sums.centred++;
      // After the page's listeners: a click that submits a form has already been sent by then.
      if (isButton(path)) setTimeout(flush);
    },
  });

  onGather(() => {
    endStroke();
    if (sums.moves + sums.clicks + sums.touches + sums.presses) emit(sums);
    sums = emptySums();
  });
}
