/** Taps and swipes on a touch screen: how many, how far, how long. */

import { distance, emit, listen } from "../events.ts";
import { onGather } from "../transport.ts";

/** How far a finger moves during a tap, in CSS pixels. */
const tapPx = 10;

/** Without hardware to measure it, browsers report a contact area of one pixel, or none. */
const pointPx = 1;

const emptySums = { kind: "touch" as const, taps: 0, swipes: 0, swipePx: 0, swipeMs: 0, sized: 0 };

export function watchTouch(): void {
  let sums = { ...emptySums };
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
      path += distance(last, touch);
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
    sums = { ...emptySums };
  });
}
