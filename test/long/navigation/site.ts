/** The hotel's site that the rows walk through: `/<row>/<page>`, and pages of other sites. */
import { type Fixtures, stub } from "../../service/browser/fixtures.ts";

export interface Site {
  /** The hotel's origin. */
  hotel: string;
  /** Of another site: a payment page, a booking engine in a frame. No page there has the tag. */
  elsewhere: string;
  /** The hotel's pages again, for which a row blocks cookies. */
  cookieless: string;
  /** What went wrong on pages, with their paths. */
  faults: string[];
  stop(): void;
}

/** Tells the site of anything that was thrown on the page, and an outer page the id in here. */
const watcher = `<script>
  window.tell = (what) => navigator.sendBeacon("/fault", location.pathname + " " + what);
  addEventListener("error", (event) => tell(event.message));
  addEventListener("unhandledrejection", (event) => tell(event.reason));
  addEventListener("pageshow", (event) => { window.kept = event.persisted; });
  if (document.prerendering) addEventListener("load", () => { localStorage[location.pathname] = "loaded ahead"; });
  if (parent !== window) setInterval(() => {
    const id = window.Service && window.Service.getCollectionId();
    if (id) parent.postMessage({ id, began: performance.timeOrigin }, "*");
  }, 50);
  addEventListener("message", ({ data }) => {
    // A frame of the page before this one may still speak.
    if (data.began >= performance.timeOrigin) window.frameId = data.id;
  });
</script>`;

/** Every way to another page that a page can offer. */
const ways = (elsewhere: string) => `<style>a, button { display: block }</style>
  <a id="one" href="one">one</a> <a id="two" href="two">two</a> <a id="plain" href="plain">plain</a>
  <a id="shown" href="shown">shown</a>
  <a id="moved" href="moved">moved</a> <a id="file" href="file">file</a>
  <a id="away" href="${elsewhere}">away</a>
  <a id="blank" href="two" target="_blank">blank</a>
  <a id="opener" href="two" target="_blank" rel="opener">opener</a>
  <button id="popup" onclick="window.open('two')">popup</button>
  <button id="aside" onclick="window.open('two', '_blank', 'noopener')">aside</button>
  <form action="thanks" method="post"><input name="email"><button id="send">send</button></form>`;

interface Kind {
  before?: string;
  after?: string;
  attributes?: string;
  headers?: Record<string, string>;
}

const throwing = (storage: string) =>
  `<script>Object.defineProperty(window, "${storage}", { get() { throw new Error("denied"); } })</script>`;

const loadingAhead = (page: string) => `<script type="speculationrules">
  {"prerender": [{"urls": ["${page}"], "eagerness": "immediate"}]}</script>`;

const kinds = (elsewhere: string): Record<string, Kind> => ({
  // What keeps a page out of the back-forward cache, of Chromium and of Firefox.
  uncached: {
    before: `<script>fetch("secret"); addEventListener("unload", () => {})</script>`,
    headers: { "cache-control": "no-store" },
  },
  "frame-same": { after: '<iframe src="inner"></iframe>' },
  "frame-first": { after: '<iframe src="inner"></iframe>' },
  "frame-other": { after: `<iframe src="${elsewhere.replace(/pay$/, "inner")}"></iframe>` },
  "frame-sandbox": { after: '<iframe sandbox="allow-scripts" src="inner"></iframe>' },
  denied: { headers: { "content-security-policy": "sandbox allow-scripts" } },
  "no-local": { before: throwing("localStorage") },
  "no-session": { before: throwing("sessionStorage") },
  stub: { before: `<script>${stub}; window.early = Service.getCollectionId();</script>` },
  consent: { attributes: 'async data-consent="denied"' },
  ahead: { after: loadingAhead("two") },
  // Is busy when it is left, so that the next page is shown long before the tab's record is stored.
  "ahead-busy": {
    before: `<script>addEventListener("pagehide", () => {
      localStorage.busy = Date.now();
      for (const end = Date.now() + 1000; Date.now() < end;);
    }, true)</script>`,
    after: loadingAhead("shown"),
  },
  // Is left in the meantime, in another tab.
  aside: {
    before: `<script>addEventListener("storage", ({ key }) => {
      if (key === "busy") location = "two";
    })</script>`,
  },
});

/** @param intake where the script comes from, and to whose key it sends. */
export function startSite({ sdk, key }: Pick<Fixtures, "sdk" | "key">): Site {
  const tag = (attributes = "async") =>
    `<script src="${sdk}/sdk.js" data-publishable-key="${key}" ${attributes}></script>`;
  const append = `() => {
    const tag = document.createElement("script");
    tag.src = "${sdk}/sdk.js";
    tag.dataset.publishableKey = "${key}";
    document.head.append(tag);
  }`;
  const late = `<script>addEventListener("load", () => setTimeout(${append}, 300));</script>`;
  const shown = `<script>addEventListener("prerenderingchange", ${append}, true);</script>`;

  const html = (body: string, headers: Record<string, string> = {}) =>
    new Response(`<!doctype html>${body}`, {
      headers: { "content-type": "text/html", ...headers },
    });

  function hotelPage(row: string, name: string): Response {
    const away = `${site.elsewhere}/${row}/pay`;
    const { before = "", after = "", attributes, headers } = kinds(away)[name] ?? {};
    const tags: Record<string, string> = { plain: "", late, shown, twice: tag() + tag() };
    tags["frame-first"] = tag("defer").replace("sdk.js", "sdk.js?slow");
    const script = tags[name] ?? tag(attributes);
    return html(`<title>${name}</title>${watcher}${before}${script}${ways(away)}${after}`, headers);
  }

  /** In a frame it has the tag of its own that README.md asks for. */
  function otherPage(row: string, name: string): Response {
    if (name === "inner") return html(`${watcher}${tag()}`);
    return html(`<title>${name}</title><a id="return" href="${site.hotel}/${row}/two">return</a>
      <form action="${site.hotel}/${row}/thanks" method="post"><button id="send">paid</button></form>`);
  }

  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, hostname } = new URL(request.url);
      const [, row = "", name = ""] = pathname.split("/");
      if (row === "fault") site.faults.push(await request.text());
      if (name === "moved") return Response.redirect("two", 302);
      if (name === "file") {
        return new Response("a file", { headers: { "content-disposition": "attachment" } });
      }
      if (name === "secret") return new Response("", { headers: { "cache-control": "no-store" } });
      return hostname === "localhost" ? otherPage(row, name) : hotelPage(row, name);
    },
  });
  const site: Site = {
    hotel: `http://127.0.0.1:${server.port}`,
    elsewhere: `http://localhost:${server.port}`,
    cookieless: `http://cookieless.localhost:${server.port}`,
    faults: [],
    stop: () => void server.stop(true),
  };
  return site;
}
