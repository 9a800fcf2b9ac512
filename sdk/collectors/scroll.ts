/** How often and how far the page was scrolled. */

import { emit, listen } from "../events.ts";
import { onGather } from "../transport.ts";

/** Scroll events closer together than this are one movement, at any display rate. */
const pauseMs = 150;

/**
 * A wheel's notch is 100 or 120 pixels, which browsers glide over in a quarter of a second: the first frame
 * moves the page by 5. Touchpads start as slowly. A driver's wheel event moves it at once.
 */
const leapPx = 50;

export function watchScroll(): void {
  let scrolls = 0;
  let lowest = 0;
  let leaps = 0;
  let last = -pauseMs;
  let byWheel = false;
  let top = scrollY;
  listen({
    wheel() {
      byWheel = true;
    },
    scroll({ timeStamp }) {
      if (timeStamp - last >= pauseMs) {
        scrolls++;
        if (byWheel && Math.abs(scrollY - top) >= leapPx) leaps++;
      }
      byWheel = false;
      last = timeStamp;
      top = scrollY;
      lowest = Math.max(lowest, top);
    },
  });
  onGather(() => {
    if (!scrolls) return;
    const height = document.documentElement.scrollHeight || 1;
    const depth = Math.min(1, (lowest + innerHeight) / height);
    emit({ kind: "scroll", scrolls, depth, leaps });
    scrolls = lowest = leaps = 0;
  });
}
