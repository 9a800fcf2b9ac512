/**
 * The browser script's door: finds its own tag, opens the tab's collection, starts the collectors
 * and gives the page `window.Service.getCollectionId()`. It must never harm the page it is on.
 */
import { readDevice } from "./collectors/device.ts";
import { watchFields } from "./collectors/fields.ts";
import { watchPages } from "./collectors/page.ts";
import { watchPointer } from "./collectors/pointer.ts";
import { watchScroll } from "./collectors/scroll.ts";
import { watchSubmit } from "./collectors/submit.ts";
import { watchVisibility } from "./collectors/visibility.ts";
import {
  type Collection,
  deviceId,
  isOld,
  keepCollection,
  newCollection,
  takeCollection,
} from "./session.ts";
import { createTransport } from "./transport.ts";
import type { Drain, Watch } from "./watch.ts";

declare global {
  interface Window {
    Service?: { getCollectionId?: () => string };
  }
}

/** The collection is known to the service this soon after the script ran. */
const firstSendMs = 200;

/** Later sends grow rarer, so that a long visit stays within the batches the service keeps. */
const paceMs = (sequence: number) => 2000 + 50 * sequence;

function observe(tab: Collection, url: string, key: string): void {
  const drains: Drain[] = [];
  let gatherAll = false;
  /** From pagehide on, the record and its numbers belong to the tab's next page. */
  let left = false;
  const keep = () => keepCollection({ ...tab, unsent: transport.undelivered() });
  const gather = () => {
    for (const drain of drains) drain(gatherAll);
  };
  const transport = createTransport({
    url,
    key,
    tab,
    gather,
    asleep: () => left,
    settled() {
      // A hidden page may be discarded without a word, so its record is kept up to date.
      if (!left && document.visibilityState === "hidden") keep();
    },
  });

  const watch: Watch = {
    touched: new WeakSet(),
    listen(target, type, listener) {
      const guarded = (event: Event) => {
        try {
          listener(event as never);
        } catch {
          // Better to miss an observation than to disturb the page.
        }
      };
      target.addEventListener(type, guarded, { capture: true, passive: true });
    },
    now: () => Math.max(0, Date.now() - tab.startedAt),
    emit(event) {
      transport.add({ at: watch.now(), ...event, page: Math.min(10_000, tab.page) });
      watch.noted();
    },
    noted: () => transport.within(paceMs(tab.sequence)),
    flush() {
      gatherAll = true;
      transport.flush();
      gatherAll = false;
    },
    turnPage() {
      gather();
      tab.page++;
    },
    away(forGood) {
      watch.flush();
      left = forGood;
      keep();
    },
    back() {
      left = false;
      const kept = takeCollection();
      if (kept) Object.assign(tab, kept);
      if (!isOld(tab)) return true;
      Object.assign(tab, newCollection());
      transport.describe(readDevice(deviceId()));
      return false;
    },
  };

  transport.describe(readDevice(deviceId()));
  watchVisibility(watch);
  watchPages(watch);
  drains.push(watchFields(watch), watchPointer(watch), watchScroll(watch));
  watchSubmit(watch);
  watch.listen(window, "online", watch.flush);
  transport.within(firstSendMs);
}

function start(): void {
  if (window.Service?.getCollectionId) return;
  // Read at once: it is only set while the script runs for the first time.
  const script = (document.currentScript ??
    document.querySelector("script[data-publishable-key]")) as HTMLScriptElement | null;

  // A frame of the same site belongs to its tab: one collection, observed in the outer page.
  let outer: Window["Service"];
  try {
    if (top !== self) outer = top?.Service;
  } catch {
    // The outer page is another site's.
  }
  if (outer?.getCollectionId) {
    window.Service = outer;
    return;
  }

  let tab: Collection | undefined;
  const open = () => {
    tab ??= takeCollection() ?? newCollection();
    return tab;
  };
  window.Service = { ...window.Service, getCollectionId: () => open().id };

  const key = script?.dataset.publishableKey;
  if (!script || !key) return;
  const url = `${new URL(script.src).origin}/sdk/batch`;
  const begin = () => observe(open(), url, key);
  // A page loaded ahead of its visit waits: the page before it still holds the tab's record.
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", begin, { once: true });
  } else begin();
}

try {
  start();
} catch {
  // Whatever this browser lacks, the page goes on without us.
}
