/**
 * The tab hidden, shown again, or its page left. Never `unload`, which mobile browsers skip and
 * which would keep the page out of the back-forward cache.
 */
import { putBackMs } from "../session.ts";
import { asleep, handOver, takeBack } from "../transport.ts";
import { emit, listen } from "../watch.ts";
import { openPage } from "./page.ts";

function tell(state: "hidden" | "visible" | "left"): void {
  emit({ kind: "visibility", state });
}

export function watchVisibility(): void {
  let returning: ReturnType<typeof setTimeout>;
  const comeBack = () => {
    if (!asleep) return;
    clearTimeout(returning);
    // To a page out of its cache, Firefox gives the storage as that page itself has left it: the
    // numbers in it have been used since. Only Firefox knows this property.
    takeBack((window as { scrollMaxX?: number }).scrollMaxX! >= 0);
    openPage("back_forward");
  };
  listen(
    {
      visibilitychange() {
        // Leaving hides the page too, before or after pagehide, which says it all.
        if (asleep) return;
        if (document.hidden) {
          tell("hidden");
          handOver();
        } else if (takeBack()) tell("visible");
        else openPage("navigate");
      },
      pagehide() {
        comeBack(); // Where the page is left again before the record was read.
        // Of a hidden tab nobody learns anything by that, and Firefox restores a discarded one with
        // the record of before, whose numbers are not to be used twice.
        if (!document.hidden) tell("left");
        handOver(true);
      },
      pageshow({ persisted }) {
        // Chromium shows the old page first and tells the one before it afterwards that it was
        // left, which is when the record is put back.
        if (persisted) returning = setTimeout(comeBack, putBackMs);
      },
    },
    true,
  );
}
