/** Fingers on a screen, one at a time: how many taps and swipes, how far, how long. */
import { onGather } from "../transport.ts";
import { between, emit, listen } from "../watch.ts";

/** A finger wanders so far, in CSS pixels, while it taps. */
const tapPx = 10;

/** Without hardware that measures it, browsers report a contact of one pixel, or none. */
const pointPx = 1;

const nothing = { kind: "touch" as const, taps: 0, swipes: 0, swipePx: 0, swipeMs: 0, sized: 0 };

export function watchTouch(): void {
  let sums = { ...nothing };
  let last: Touch | undefined;
  let path = 0;
  let began = 0;
  listen({
    touchstart({ changedTouches, isTrusted, timeStamp }) {
      last = isTrusted ? changedTouches[0] : undefined;
      path = 0;
      began = timeStamp;
    },
    touchmove({ changedTouches: [touch] }) {
      if (!last || !touch) return;
      path += between(last, touch);
      last = touch;
    },
    touchend({ timeStamp }) {
      if (!last) return;
      if (last.radiusX > pointPx) sums.sized++;
      if (path > tapPx) {
        sums.swipes++;
        sums.swipePx += path;
        sums.swipeMs += timeStamp - began;
      } else sums.taps++;
      last = undefined;
    },
  });
  onGather(() => {
    if (sums.taps + sums.swipes) emit(sums);
    sums = { ...nothing };
  });
}
