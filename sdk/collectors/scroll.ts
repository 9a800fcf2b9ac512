/** How often and how deep the page was scrolled. */
import { atMost, type Drain, type Watch } from "../watch.ts";

/** Scroll events closer together than this are one movement, whatever the display's rate. */
const pauseMs = 150;

export function watchScroll(watch: Watch): Drain {
  let scrolls = 0;
  let lowest = 0;
  let last = -pauseMs;
  watch.listen(document, "scroll", (event) => {
    if (event.timeStamp - last >= pauseMs) scrolls++;
    last = event.timeStamp;
    lowest = Math.max(lowest, scrollY);
    watch.noted();
  });
  return () => {
    if (!scrolls) return;
    const height = document.documentElement.scrollHeight || 1;
    const depth = Math.min(1, Math.max(0, (lowest + innerHeight) / height));
    watch.emit({ kind: "scroll", scrolls: atMost(1e6, scrolls), depth: +depth.toFixed(3) });
    scrolls = lowest = 0;
  };
}
