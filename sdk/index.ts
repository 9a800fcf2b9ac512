/**
 * The entry point of the browser script: finds its own tag, opens the tab's collection, starts the
 * collectors and defines `window.Service`. It must never harm the page.
 */
import { readDevice } from "./collectors/device.ts";
import { watchFields } from "./collectors/fields.ts";
import { watchTraces } from "./collectors/integrity.ts";
import { navigationEntry, watchPages } from "./collectors/page.ts";
import { watchPointer } from "./collectors/pointer.ts";
import { watchScroll } from "./collectors/scroll.ts";
import { watchSubmit } from "./collectors/submit.ts";
import { watchTouch } from "./collectors/touch.ts";
import { watchVisibility } from "./collectors/visibility.ts";
import { setConsent } from "./consent.ts";
import { flush, listen } from "./events.ts";
import type { Service } from "./service.d.ts";
import { openTab, whenPutBack } from "./session.ts";
import { gather, queueDevice, sendWithin, startTransport } from "./transport.ts";

/** What a page may define until the script has loaded: README.md has its text. */
interface Stub extends Partial<Service> {
  /** What `setConsent` was called with. */
  calls?: unknown[] | undefined;
  /** The collection's id, if the page has requested it. */
  id?: string;
}

/** How often a frame checks for the outer page's script. */
const frameMs = 50;

/** The service knows the collection this soon after the script ran. */
const firstSendMs = 200;

let observing = false;

/** Applies the visitor's consent to what is stored, waiting and sent. */
function applyConsent(): void {
  gather(true);
  queueDevice();
  sendWithin(firstSendMs);
}

const collectors = [
  applyConsent,
  watchVisibility,
  watchPages,
  watchTraces,
  watchFields,
  watchSubmit,
  watchPointer,
  watchTouch,
  watchScroll,
];

function observe(): void {
  observing = true;
  for (const start of collectors) {
    try {
      start();
    } catch {
      // What this browser lacks is not recorded; the rest is.
    }
  }
  listen({ online: flush }, true);
}

/** A frame of the same site belongs to its tab: one collection, recorded by the outer page. */
function outerPage(): Window | undefined {
  try {
    if (top !== self && top!.document) return top!;
  } catch {
    // It belongs to another site.
  }
}

function start(): void {
  const service: Stub = window.Service ?? ({} as Stub);
  const { calls, id } = service;
  if (service.getCollectionId && !calls) return;
  // Read immediately: it is only set during the first run of the script.
  const script = (document.currentScript ??
    document.querySelector("[data-publishable-key]")) as HTMLScriptElement | null;
  const outer = outerPage();
  if (outer?.Service?.getCollectionId) {
    window.Service = outer.Service;
    return;
  }
  // Its script may be on the way, and the tab's record in the storage of both is its own.
  if (outer && outer.document.readyState !== "complete") {
    setTimeout(tryStart, frameMs);
    return;
  }

  // The same object: the page may have a reference to its stub.
  window.Service = Object.assign(service, {
    calls: undefined,
    getCollectionId: () => openTab(id).id,
    setConsent(answer: unknown) {
      try {
        setConsent(answer);
        if (observing) applyConsent();
      } catch {
        // The page's own code continues.
      }
    },
  });

  if (!script?.dataset.publishableKey) return;
  const { publishableKey, consent, endpoint = "/sdk/batch" } = script.dataset;
  for (const answer of [consent, calls].flat()) if (answer !== undefined) setConsent(answer);
  // Where the page says so, under another path, which lists of trackers do not name.
  const url = new URL(endpoint, script.src);
  const begin = () => {
    openTab(id);
    startTransport(url, publishableKey, readDevice);
    observe();
  };
  // A prerendered page waits: the previous page still holds the tab's record, and releases it only
  // after this one is shown, which may be before the script has loaded.
  const beginShown = () => {
    const from = navigation.activation?.from;
    // Loaded ahead in a tab that showed no page of this site.
    if (from === null) begin();
    else whenPutBack(begin, from?.id ?? "?"); // Chromium before 123 has no `activation`: waits all the time.
  };
  if ((document as { prerendering?: boolean }).prerendering) {
    addEventListener("prerenderingchange", beginShown, true);
  } else if (navigationEntry()?.activationStart) beginShown();
  else begin();
}

function tryStart(): void {
  try {
    start();
  } catch {
    // Whatever this browser lacks, the page continues without the script.
  }
}

tryStart();
