/** A mouse or a pen in sums: how far, how straight, how it turned, how its clicks came about. */
import { onGather } from "../transport.ts";
import { between, emit, flush, listen } from "../watch.ts";

/** A pause this long ends a stroke; a hand's stroke is longer than its straight line. */
const strokePauseMs = 120;

/** A click this near the middle of its element, in pixels, is where automation clicks. */
const centreWithin = 0.75;

/** A hand needs more moves than these to get from one press to the next. */
const jumpMoves = 2;

/** A little more, so that the way straight back falls into the last of the eight parts. */
const halfTurn = Math.PI + 1e-9;

const buttons = "button,[type=submit],[type=button],[type=image],[role=button]";

const isButton = ({ target }: Event) => !!(target as Element).closest?.(buttons);

function isCentred({ target, clientX, clientY }: MouseEvent): boolean {
  const { left, top, width, height } = (target as Element).getBoundingClientRect();
  const offX = Math.abs(left + width / 2 - clientX);
  const offY = Math.abs(top + height / 2 - clientY);
  // On something tiny, everybody hits the middle.
  return width * height > 64 && offX <= centreWithin && offY <= centreWithin;
}

/** Between the screen's own pixels; where a page is zoomed, nobody can tell. */
function isFraction({ clientX, clientY }: MouseEvent): boolean {
  const ratio = devicePixelRatio;
  return !(ratio % 1) && ((clientX * ratio) % 1 || (clientY * ratio) % 1) !== 0;
}

const nothing = () => ({
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
  teleports: 0,
  pressureless: 0,
  fractions: 0,
  presses: 0,
  pressSumMs: 0,
});

interface Sums extends ReturnType<typeof nothing> {
  /** Absent where the browser does not tell, as on pages without TLS. */
  coalesced?: number;
}

export function watchPointer(): void {
  let sums: Sums = nothing();
  let start: PointerEvent | undefined;
  let last: PointerEvent | undefined;
  let heading = NaN;
  let movesSincePress = 0;
  let pressedAt = 0;

  function endStroke(): void {
    if (start && last) sums.directPx += between(start, last);
    start = last;
    heading = NaN;
  }

  function countStep(from: PointerEvent, to: PointerEvent): void {
    const ms = to.timeStamp - from.timeStamp;
    if (ms > strokePauseMs) endStroke();
    // A page's own events are late: their clock may run behind the mouse's.
    else if (ms > 0) sums.moveMs += ms;
    const step = between(from, to);
    sums.distancePx += step;
    sums.stepSquareSum += step * step;
    if (!step) return;
    const was = heading;
    heading = Math.atan2(to.clientY - from.clientY, to.clientX - from.clientX);
    // Either way; not a number for a stroke's first step.
    const turned = Math.acos(Math.cos(heading - was));
    if (turned >= 0) sums.turns[Math.floor((turned / halfTurn) * 8)]!++;
  }

  listen({
    pointermove(event) {
      // A finger's movement is a scroll, and is counted there.
      if (event.pointerType === "touch") return;
      sums.moves++;
      movesSincePress++;
      if (!event.isTrusted) sums.untrusted++;
      if (isFraction(event)) sums.fractions++;
      if (event.getCoalescedEvents) {
        sums.coalesced = (sums.coalesced ?? 0) + event.getCoalescedEvents().length;
      }
      if (last) countStep(last, event);
      start = start ?? event;
      last = event;
    },
    pointerdown(event) {
      if (event.pointerType === "touch") sums.touches++;
      else if (event.isTrusted) {
        if (movesSincePress <= jumpMoves) sums.teleports++;
        if (event.pointerType === "mouse" && !event.pressure) sums.pressureless++;
        movesSincePress = 0;
        pressedAt = event.timeStamp;
      }
      // It may be the button that books: what is known should be there before the order is, and the
      // press comes a tenth of a second before the click.
      if (isButton(event)) flush();
    },
    pointerup({ timeStamp }) {
      if (!pressedAt) return;
      sums.presses++;
      sums.pressSumMs += timeStamp - pressedAt;
      pressedAt = 0;
    },
    click(event) {
      // The Enter key clicks the form's button too, with no pointer: detail is 0.
      if (event.isTrusted && !event.detail) return;
      endStroke();
      sums.clicks++;
      if (!event.isTrusted) sums.untrusted++;
      else if (isCentred(event)) sums.centred++;
      // After the page's own listeners: where the click submits a form, that has sent it already.
      if (isButton(event)) setTimeout(flush);
    },
  });

  onGather(() => {
    endStroke();
    if (sums.moves + sums.clicks + sums.touches + sums.presses) emit(sums);
    sums = nothing();
  });
}
