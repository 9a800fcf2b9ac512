/**
 * The tab hidden, shown again, or its page left. Never `unload`, which mobile browsers skip and
 * which would keep the page out of the back-forward cache.
 */
import { asleep, handOver, takeBack } from "../transport.ts";
import { emit, listen } from "../watch.ts";
import { openPage } from "./page.ts";

/** From the return of a page out of the back-forward cache to reading the tab's record. */
const putBackMs = 100;

function tell(state: "hidden" | "visible" | "left"): void {
  emit({ kind: "visibility", state });
}

export function watchVisibility(): void {
  let returning: ReturnType<typeof setTimeout> | undefined;
  const comeBack = () => {
    clearTimeout(returning);
    returning = undefined;
    takeBack();
    openPage("back_forward");
  };
  listen(
    {
      visibilitychange() {
        // Leaving hides the page too, before or after pagehide, which says it all.
        if (asleep) return;
        if (document.hidden) {
          tell("hidden");
          handOver(false);
        } else if (takeBack()) tell("visible");
        else openPage("navigate");
      },
      pagehide() {
        if (returning) comeBack(); // Left again before the record was read.
        tell("left");
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
