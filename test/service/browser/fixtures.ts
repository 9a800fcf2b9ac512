/** The pages and the intake that the SDK is tested against: a merchant's site and the service. */
import { join } from "node:path";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { BuiltSdk } from "../../../scripts/build/sdk.ts";
import { impossibilities } from "../../../src/attempt/telemetry/impossible.ts";
import { TelemetryBatch, type TelemetryEvent } from "../../../src/attempt/telemetry/protocol.ts";

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

/** Fields that nobody can see, in the ways of traps; one of them filled by the page's own script. */
const traps = `<form action="/thanks" method="post" novalidate>
  <input name="email">
  <input name="website" style="position: absolute; left: -9999px">
  <input name="company" style="display: none">
  <input name="fax" style="visibility: hidden">
  <input name="state" style="display: none">
  <label><input type="checkbox" name="agree" style="position: absolute; opacity: 0"> agree</label>
  <button>Book</button>
</form>
<script>document.querySelector("[name=state]").value = "set by the page";</script>`;

/** A form in an open shadow root, where another component draws the button around what it is given. */
const shadow = `<booking-form></booking-form>
<script>
  const attach = (host, html) => (host.attachShadow({ mode: "open" }).innerHTML = html);
  const host = document.querySelector("booking-form");
  attach(host, \`<form>
    <input name="email" type="email">
    <input name="street" autocomplete="street-address">
    <round-button><span>Book</span></round-button>
  </form>\`);
  attach(host.shadowRoot.querySelector("round-button"), "<button type=button><slot></slot></button>");
</script>`;

/** A form whose `elements` is a control, with one field outside it, and a field that belongs to no form. */
const shadowing = `<form id="booking" action="/thanks" method="post">
  <input name="first_name">
  <input name="elements">
  <button>Book</button>
</form>
<input name="street" form="booking">
<input name="search">`;

/** A field of every kind that a person may leave something in. */
const everything = `<form action="/thanks" method="post" novalidate enctype="text/plain">
  <input name="text"><input name="email" type="email"><input name="password" type="password">
  <input name="card" autocomplete="cc-number"><input name="search" type="search">
  <input name="tel" type="tel"><input name="url" type="url"><input name="date" type="date">
  <textarea name="area"></textarea><div contenteditable id="editable"></div>
  <select name="choice"><option value="">-</option></select>
  <input name="hidden" type="hidden"><input name="file" type="file">
  <button>Book</button>
</form>
<form>
  <input name="holder" autocomplete="cc-name"><input name="number" autocomplete="cc-number">
  <input name="expiry" autocomplete="cc-exp"><input name="code" autocomplete="cc-csc">
</form>`;

/** What README.md tells a page to put before the tag. */
export const readme = await Bun.file(join(import.meta.dir, "../../../sdk/README.md")).text();
export const stub = /```js\n(window\.Service [^`]+)```/.exec(readme)?.[1] ?? "";

const links = `<nav><a href="/one">one</a> <a href="/two">two</a> <a href="/form">form</a></nav>`;

/** Fails the page's own test if the SDK ever throws. */
export const faults = `<script>
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

/** What Prototype.js 1.6 does: JSON has a string in place of every array. */
const prototypeJs = `<script>
  Array.prototype.toJSON = function () {
    return "[" + this.map((item) => JSON.stringify(item)).join(", ") + "]";
  };
</script>`;

export interface Received {
  batch: TelemetryBatch;
  /** Everything of the request that could carry a value: its line, headers and body. */
  text: string;
  at: number;
}

export interface Fixtures {
  site: string;
  /** The service's origin: the script's, and where batches go. */
  sdk: string;
  /** The publishable key of the pages; `clear` makes a new one. */
  key: string;
  /** Batches taken with this key, in the order of their arrival. */
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
  /** Forgets what was received. Batches that earlier pages still send are checked, but not kept. */
  clear(): void;
  stop(): void;
}

/**
 * Of the site, for the scripts that act on its pages: a GET says what the intake has seen so far, a POST ends
 * that it is down.
 */
const intakePath = "/intake";

/** What `drive.mjs` waits for. */
interface SeenByIntake {
  /** Batches refused while it was down. */
  refused: number;
  /** Of each event received, in order. */
  kinds: TelemetryEvent["kind"][];
}

const protocol = TypeCompiler.Compile(TelemetryBatch);

/** What differs from an ordinary page of the site. */
interface Kind {
  /** Attributes of the tag besides its address and key. */
  tag?: string;
  /** Before the tag, and instead of what looks for faults. */
  head?: (sdk: string) => string;
  body?: string;
  headers?: (sdk: string) => Record<string, string>;
}

const kinds: Record<string, Kind> = {
  "/form": { body: form },
  "/traps": { body: traps },
  "/shadow": { body: shadow },
  "/elements": { body: shadowing },
  "/prototype": { head: () => faults + prototypeJs, body: form },
  "/everything": {
    body: everything,
    // The least careful policy that a page can have.
    headers: () => ({ "referrer-policy": "unsafe-url" }),
  },
  "/hostile": { head: () => faults + breakage, body: form },
  // An opaque origin: the browser itself denies every storage.
  "/denied": { headers: () => ({ "content-security-policy": "sandbox allow-scripts" }) },
  "/dissent": { tag: 'data-consent="denied"', body: form },
  "/assent": { tag: 'data-consent="granted"', body: form },
  "/stub": { head: () => `${faults}<script>${stub}</script>`, body: form },
  "/strict": {
    tag: "pinned",
    head: (sdk) => `<script src="${sdk}/stub.js"></script>`,
    body: form,
    headers: (sdk) => ({
      "content-security-policy": `default-src 'none'; script-src ${sdk}; connect-src ${sdk}`,
    }),
  },
};

/** Pages below `/slow` get the script this late, so that a test can act before it is there. */
const slowMs = 1500;

function page(address: URL, { sdk, key }: Fixtures, integrity: string): Response {
  const slow = address.pathname.startsWith("/slow");
  const path = slow ? address.pathname.slice("/slow".length) : address.pathname;
  const { tag: more = "async", head = () => faults, body, headers } = kinds[path] ?? {};
  const pinned = `integrity="${integrity}" crossorigin="anonymous" defer`;
  const attributes = more === "pinned" ? pinned : more;
  const source = `${sdk}/sdk.js${slow ? "?slow" : ""}`;
  const tag = `<script src="${source}" data-publishable-key="${key}" ${attributes}></script>`;
  const html = `<!doctype html><title>${path}</title><style>.tall{height:3000px}</style>
    ${head(sdk)}${tag}${path === "/twice" ? tag : ""}${links}<h1>${path}</h1>
    ${body ?? `<div class="tall"></div>`}`;
  return new Response(html, { headers: { "content-type": "text/html", ...headers?.(sdk) } });
}

const publishableKey = () => `pk_${crypto.randomUUID()}`;

/** Whether a batch is no repetition of one that arrived before, which the service counts once. */
const isFirst = ({ batch }: Received, index: number, all: Received[]) =>
  index ===
  all.findIndex(
    ({ batch: { collectionId, sequence } }) =>
      collectionId === batch.collectionId && sequence === batch.sequence,
  );

/** Two servers on two ports, so that the SDK works across origins as it will for merchants. */
export function startFixtures({ code, integrity }: BuiltSdk): Fixtures {
  const intake = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const headers = { "access-control-allow-origin": "*" };
      const { pathname, search } = new URL(request.url);
      const source = { "/sdk.js": code, "/stub.js": stub }[pathname];
      if (source) {
        if (search === "?slow") await Bun.sleep(slowMs);
        return new Response(source, { headers: { ...headers, "content-type": "text/javascript" } });
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
    async fetch(request) {
      const address = new URL(request.url);
      if (address.pathname !== intakePath) return page(address, fixtures, integrity);
      if (request.method === "POST") fixtures.down = false;
      return Response.json(seenByIntake());
    },
  });

  function seenByIntake(): SeenByIntake {
    const kinds = fixtures.received.flatMap(({ batch }) => batch.events.map(({ kind }) => kind));
    return { refused: fixtures.refused, kinds };
  }

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
    for (const event of batch.events) {
      for (const way of impossibilities(event, batch)) {
        fixtures.breaches.push(`${way}: ${JSON.stringify(event)}`);
      }
    }
    // Any other needs the browser to ask first.
    const type = request.headers.get("content-type") ?? "";
    if (!type.startsWith("text/plain")) fixtures.breaches.push(`type ${type}`);
    if (request.headers.has("cookie")) fixtures.breaches.push("cookie");
    // A page that is gone may send its last batch during the next test.
    if (batch.key !== fixtures.key) return;
    const text = `${request.url}\n${JSON.stringify([...request.headers])}\n${body}`;
    fixtures.received.push({ batch, text, at: Date.now() });
  }

  const fixtures: Fixtures = {
    site: `http://127.0.0.1:${site.port}`,
    sdk,
    key: publishableKey(),
    received: [],
    breaches: [],
    down: false,
    refused: 0,
    largestBytes: 0,
    events: (kind, collectionId) =>
      fixtures.received
        .filter(({ batch }) => !collectionId || batch.collectionId === collectionId)
        .filter(isFirst)
        .flatMap(({ batch }) => batch.events)
        .filter((event) => event.kind === kind) as never,
    clear() {
      const key = publishableKey();
      Object.assign(fixtures, { key, received: [], breaches: [], down: false, refused: 0 });
    },
    stop() {
      intake.stop(true);
      site.stop(true);
    },
  };
  return fixtures;
}
