/**
 * The browser script's door: finds its own tag, opens the tab's collection, starts the collectors
 * and gives the page `window.Service`. It must never harm the page it is on.
 */
import { readDevice } from "./collectors/device.ts";
import { watchFields } from "./collectors/fields.ts";
import { watchTraces } from "./collectors/integrity.ts";
import { watchPages } from "./collectors/page.ts";
import { watchPointer } from "./collectors/pointer.ts";
import { watchScroll } from "./collectors/scroll.ts";
import { watchSubmit } from "./collectors/submit.ts";
import { watchTouch } from "./collectors/touch.ts";
import { watchVisibility } from "./collectors/visibility.ts";
import { setConsent } from "./consent.ts";
import type { Service } from "./service.d.ts";
import { openTab, putBackMs } from "./session.ts";
import { describe, gather, sendWithin, startTransport } from "./transport.ts";
import { flush, listen } from "./watch.ts";

/** What a page may have put in our place until we come: README.md has its text. */
interface Stub extends Partial<Service> {
  /** What `setConsent` was called with. */
  calls?: unknown[] | undefined;
  /** The collection's id, where somebody asked for it. */
  id?: string;
}

/** The collection is known to the service this soon after the script ran. */
const firstSendMs = 200;

let observing = false;

/** Brings what is stored, waiting and told in line with what the visitor agreed to. */
function heedConsent(): void {
  gather(true);
  describe();
  sendWithin(firstSendMs);
}

const starts = [
  heedConsent,
  watchVisibility,
  watchPages,
  watchTraces,
  watchFields,
  watchPointer,
  watchTouch,
  watchScroll,
  watchSubmit,
];

function observe(url: string, key: string): void {
  observing = true;
  startTransport(url, key, readDevice);
  for (const start of starts) {
    try {
      start();
    } catch {
      // What this page's browser lacks is not seen; the rest is.
    }
  }
  listen({ online: flush }, true);
}

/** A frame of the same site belongs to its tab: one collection, observed in the outer page. */
function outerService(): Service | undefined {
  try {
    if (top !== self) return top!.Service;
  } catch {
    // The outer page is another site's.
  }
}

function start(): void {
  const service: Stub = window.Service ?? ({} as Stub);
  const { calls, id } = service;
  if (service.getCollectionId && !calls) return;
  // Read at once: it is only set while the script runs for the first time.
  const script = (document.currentScript ??
    document.querySelector("script[data-publishable-key]")) as HTMLScriptElement | null;
  const outer = outerService();
  if (outer?.getCollectionId) {
    window.Service = outer;
    return;
  }

  // The same object: the page may hold on to its stub.
  window.Service = Object.assign(service, {
    calls: undefined,
    getCollectionId: () => openTab(id).id,
    setConsent(answer: unknown) {
      try {
        setConsent(answer);
        if (observing) heedConsent();
      } catch {
        // The page's own work goes on.
      }
    },
  });

  if (!script?.dataset.publishableKey) return;
  const { publishableKey, consent } = script.dataset;
  for (const answer of [consent, calls].flat()) if (answer !== undefined) setConsent(answer);
  const url = `${new URL(script.src).origin}/sdk/batch`;
  const begin = () => {
    openTab(id);
    observe(url, publishableKey);
  };
  // A page loaded ahead of its visit waits: the page before it still holds the tab's record, and
  // puts it back only after this one is shown.
  if ((document as { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", () => setTimeout(begin, putBackMs));
  } else begin();
}

try {
  start();
} catch {
  // Whatever this browser lacks, the page goes on without us.
}
