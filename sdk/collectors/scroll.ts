/** How often and how far the page was scrolled. */

import { emit, listen } from "../events.ts";
import { onGather } from "../transport.ts";

/** Scroll events closer together than this are one movement, at any display rate. */
const pauseMs = 150;

export function watchScroll(): void {
  let scrolls = 0;
  let lowest = 0;
  let last = -pauseMs;
  listen({
    scroll({ timeStamp }) {
      if (timeStamp - last >= pauseMs) scrolls++;
      last = timeStamp;
      lowest = Math.max(lowest, scrollY);
    },
  });
  onGather(() => {
    if (!scrolls) return;
    const height = document.documentElement.scrollHeight || 1;
    emit({ kind: "scroll", scrolls, depth: Math.min(1, (lowest + innerHeight) / height) });
    scrolls = lowest = 0;
  });
}
