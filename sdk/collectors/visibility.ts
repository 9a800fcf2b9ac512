/**
 * The tab is hidden, shown again, or its page left. `unload` is never used: mobile browsers skip it,
 * and it would exclude the page from the back-forward cache.
 */

import { emit, listen } from "../events.ts";
import { putBackTimer, whenPutBack } from "../session.ts";
import { releaseTab, resumeTab, suspended } from "../transport.ts";
import { openPage } from "./page.ts";

function emitState(state: "hidden" | "visible" | "left"): void {
  emit({ kind: "visibility", state });
}

export function watchVisibility(): void {
  const resume = () => {
    if (!suspended) return;
    clearTimeout(putBackTimer); // It would take the record from the next page.
    // Firefox gives a page from its cache the storage as that page left it, with sequence numbers
    // that have been used since. Only Firefox has this property.
    resumeTab((window as { scrollMaxX?: number }).scrollMaxX! >= 0);
    openPage("back_forward");
  };
  listen(
    {
      visibilitychange() {
        // Leaving also hides the page, before or after pagehide, which is sufficient.
        if (suspended) return;
        if (document.hidden) {
          emitState("hidden");
          releaseTab();
        } else if (resumeTab()) emitState("visible");
        else openPage("navigate");
      },
      pagehide() {
        resume(); // In case the page is left again before the record was read.
        // Not for a hidden tab: Firefox restores a discarded one with the earlier record, whose
        // sequence numbers must not be used twice.
        if (!document.hidden) emitState("left");
        releaseTab(true);
      },
      pageshow({ persisted }) {
        // Chromium first shows the restored page and only then fires pagehide on the previous one,
        // which stores the record.
        if (persisted) whenPutBack(resume);
      },
    },
    true,
  );
}
