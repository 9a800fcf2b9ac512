/**
 * The tab hidden, shown again, or its page left. Never `unload`, which mobile browsers skip and
 * which would keep the page out of the back-forward cache.
 */
import type { Watch } from "../watch.ts";
import { openPage } from "./page.ts";

/** From the return of a page out of the back-forward cache to reading the tab's record. */
const putBackMs = 100;

export function watchVisibility(watch: Watch): void {
  let left = false;
  const leave = (state: "hidden" | "left") => {
    watch.emit({ kind: "visibility", state });
    watch.away(state === "left");
  };
  watch.listen(document, "visibilitychange", () => {
    // Leaving hides the page too, before or after pagehide, which says it all.
    if (left) return;
    if (document.visibilityState === "hidden") leave("hidden");
    else if (watch.back()) watch.emit({ kind: "visibility", state: "visible" });
    else openPage(watch, "navigate");
  });
  let returning: ReturnType<typeof setTimeout> | undefined;
  const comeBack = () => {
    clearTimeout(returning);
    returning = undefined;
    left = false;
    watch.back();
    openPage(watch, "back_forward");
  };
  watch.listen(window, "pagehide", () => {
    if (returning) comeBack(); // Left again before the record was read.
    left = true;
    leave("left");
  });
  watch.listen<PageTransitionEvent>(window, "pageshow", (event) => {
    if (!event.persisted) return;
    // Chromium shows the old page first and tells the one before it afterwards that it was left,
    // which is when the record is put back.
    returning = setTimeout(comeBack, putBackMs);
  });
}
