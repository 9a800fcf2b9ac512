/** Pointer movement in sums: how far, how straight, how many clicks and how they came about. */
import { atMost, type Drain, type Watch } from "../watch.ts";

/** A pause this long ends a stroke; a hand's stroke is longer than its straight line. */
const strokePauseMs = 120;

/** A click this near the middle of its element, in pixels, is where automation clicks. */
const centreWithin = 0.75;

const buttons = "button,[type=submit],[type=button],[type=image],[role=button]";

const isButton = ({ target }: Event) => !!(target as Element).closest?.(buttons);

function isCentred({ target, clientX, clientY }: MouseEvent): boolean {
  if (!(target instanceof Element)) return false;
  const { left, top, width, height } = target.getBoundingClientRect();
  const offX = Math.abs(left + width / 2 - clientX);
  const offY = Math.abs(top + height / 2 - clientY);
  // On something tiny, everybody hits the middle.
  return width * height > 64 && offX <= centreWithin && offY <= centreWithin;
}

const nothing = { moves: 0, clicks: 0, touches: 0, untrusted: 0, centred: 0, distance: 0 };

export function watchPointer(watch: Watch): Drain {
  let sums = { ...nothing, direct: 0 };
  let start: PointerEvent | undefined;
  let last: PointerEvent | undefined;

  function endStroke(): void {
    if (start && last) {
      sums.direct += Math.hypot(last.clientX - start.clientX, last.clientY - start.clientY);
    }
    start = last;
  }

  watch.listen<PointerEvent>(document, "pointermove", (event) => {
    // A finger's movement is a scroll, and is counted there.
    if (event.pointerType === "touch") return;
    sums.moves++;
    if (!event.isTrusted) sums.untrusted++;
    if (last && event.timeStamp - last.timeStamp > strokePauseMs) endStroke();
    if (last)
      sums.distance += Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY);
    start ??= event;
    last = event;
    watch.noted();
  });
  watch.listen<PointerEvent>(document, "pointerdown", (event) => {
    if (event.pointerType === "touch") sums.touches++;
    // It may be the button that books: what is known should be there before the order is, and the
    // press comes a tenth of a second before the click.
    if (isButton(event)) watch.flush();
  });
  watch.listen<MouseEvent>(document, "click", (event) => {
    // The Enter key clicks the form's button too, with no pointer: detail is 0.
    if (event.isTrusted && !event.detail) return;
    endStroke();
    sums.clicks++;
    if (!event.isTrusted) sums.untrusted++;
    else if (isCentred(event)) sums.centred++;
    watch.noted();
    // After the page's own listeners: where the click submits a form, that has sent it already.
    if (isButton(event)) setTimeout(watch.flush);
  });

  return () => {
    endStroke();
    const { moves, clicks, touches, untrusted, centred, distance, direct } = sums;
    if (moves + clicks + touches) {
      watch.emit({
        kind: "pointer",
        moves: atMost(1e6, moves),
        distancePx: atMost(1e9, distance),
        directPx: atMost(1e9, Math.min(direct, distance)),
        clicks: atMost(1e6, clicks),
        touches: atMost(1e6, touches),
        untrusted: atMost(1e6, untrusted),
        centred: atMost(1e6, centred),
      });
    }
    sums = { ...nothing, direct: 0 };
  };
}
