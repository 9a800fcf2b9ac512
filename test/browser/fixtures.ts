/** The pages and the intake that the SDK is tested against: a merchant's site and the service. */
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { TelemetryBatch, type TelemetryEvent } from "../../src/telemetry/protocol.ts";

export const publishableKey = "pk_browser_test";

const form = `<form action="/thanks" method="post">
  <input name="first_name" autocomplete="given-name">
  <input name="email" type="email" autocomplete="email">
  <input name="hotelPhone" type="tel" autocomplete="tel">
  <input name="card" autocomplete="cc-number">
  <input name="secret" type="password">
  <input name="street" autocomplete="street-address">
  <input name="arrival" type="date">
  <select name="country"><option value="">-</option><option value="PT">Portugal</option></select>
  <textarea name="wishes"></textarea>
  <input name="token" type="hidden" value="set by the page">
  <button>Book</button>
</form>`;

const links = `<nav><a href="/one">one</a> <a href="/two">two</a> <a href="/form">form</a></nav>`;

/** Fails the page's own test if the SDK ever throws. */
const faults = `<script>
  window.faults = [];
  addEventListener("error", (event) => faults.push(String(event.message)));
  addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)));
</script>`;

/** A page that broke everything the SDK needs before it comes. */
const breakage = `<script>
  window.fetch = () => { throw new Error("fetch is broken"); };
  Storage.prototype.setItem = () => { throw new Error("storage is full"); };
  Storage.prototype.getItem = () => "{not json";
  performance.getEntriesByType = undefined;
  navigator.sendBeacon = undefined;
</script>`;

export interface Received {
  batch: TelemetryBatch;
  /** Everything of the request that could carry a value: its line, headers and body. */
  text: string;
  at: number;
}

export interface Fixtures {
  site: string;
  /** Batches taken, in the order of their arrival. */
  received: Received[];
  /** What was wrong with batches that do not follow the protocol. */
  breaches: string[];
  /** While set, the intake answers 503. */
  down: boolean;
  /** Batches refused while it was down. */
  refused: number;
  largestBytes: number;
  events<Kind extends TelemetryEvent["kind"]>(
    kind: Kind,
    collectionId?: string,
  ): Extract<TelemetryEvent, { kind: Kind }>[];
  clear(): void;
  stop(): void;
}

const protocol = TypeCompiler.Compile(TelemetryBatch);

function page(path: string, sdk: string): Response {
  const tag = `<script src="${sdk}/sdk.js" data-publishable-key="${publishableKey}" async></script>`;
  const head = path === "/hostile" ? faults + breakage + tag : faults + tag;
  const body = path === "/form" || path === "/hostile" ? form : `<div class="tall"></div>`;
  const html = `<!doctype html><title>${path}</title><style>.tall{height:3000px}</style>${head}
    ${path === "/twice" ? tag : ""}${links}<h1>${path}</h1>${body}`;
  const headers = new Headers({ "content-type": "text/html" });
  // An opaque origin: the browser itself denies every storage.
  if (path === "/denied") headers.set("content-security-policy", "sandbox allow-scripts");
  return new Response(html, { headers });
}

/** Two servers on two ports, so that the SDK works across origins as it will for merchants. */
export function startFixtures(code: string): Fixtures {
  const intake = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const headers = { "access-control-allow-origin": "*" };
      if (new URL(request.url).pathname === "/sdk.js") {
        return new Response(code, { headers: { "content-type": "text/javascript" } });
      }
      const body = await request.text();
      if (fixtures.down) {
        fixtures.refused++;
        return new Response(null, { status: 503, headers });
      }
      take(request, body);
      return new Response(null, { status: 204, headers });
    },
  });
  const sdk = `http://127.0.0.1:${intake.port}`;
  const site = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => page(new URL(request.url).pathname, sdk),
  });

  function take(request: Request, body: string): void {
    fixtures.largestBytes = Math.max(fixtures.largestBytes, Buffer.byteLength(body));
    if (request.method !== "POST" || new URL(request.url).pathname !== "/sdk/batch") {
      fixtures.breaches.push(`${request.method} ${request.url}`);
      return;
    }
    const batch: unknown = JSON.parse(body);
    if (!protocol.Check(batch)) {
      for (const { path, message } of protocol.Errors(batch)) {
        fixtures.breaches.push(`${path}: ${message} in ${body}`);
      }
      return;
    }
    if (request.headers.get("content-type") !== "text/plain") fixtures.breaches.push("type");
    if (request.headers.has("cookie")) fixtures.breaches.push("cookie");
    const text = `${request.url}\n${JSON.stringify([...request.headers])}\n${body}`;
    fixtures.received.push({ batch, text, at: Date.now() });
  }

  const fixtures: Fixtures = {
    site: `http://127.0.0.1:${site.port}`,
    received: [],
    breaches: [],
    down: false,
    refused: 0,
    largestBytes: 0,
    events: (kind, collectionId) =>
      fixtures.received
        .filter(({ batch }) => !collectionId || batch.collectionId === collectionId)
        .flatMap(({ batch }) => batch.events)
        .filter((event) => event.kind === kind) as never,
    clear() {
      Object.assign(fixtures, { received: [], breaches: [], down: false, refused: 0 });
    },
    stop() {
      intake.stop(true);
      site.stop(true);
    },
  };
  return fixtures;
}
