/** The matrix: a row a case. What README.md says of each is what these expect. */
import type { TelemetryBatch } from "../../../src/attempt/telemetry/protocol.ts";
import type { Browser } from "./browser.ts";
import type { Walk } from "./walk.ts";

export interface Expected {
  /** A letter for each id that the walk notes: the same letter, the same id. */
  ids: string;
  /**
   * By letter, how each page view came about, and its page; `again` where browsers differ. The
   * collection of a page that nobody asked is `@`.
   */
  pages: Record<string, string[]>;
}

export interface Row extends Expected {
  name: string;
  /** What may happen as well, and what in Firefox alone. */
  otherwise?: Expected[];
  inFirefox?: Expected[];
  /** What a browser has no such thing of, or its driver no way to. */
  lacking?: Partial<Record<Browser["name"], string>>;
  /** Two tabs number the batches of one collection: README.md names the gap. */
  shared?: true;
  /** In a browser that no other row was in: it does something to the whole browser. */
  alone?: true;
  act(walk: Walk): Promise<void>;
  /** Of all batches, in the order of their arrival. */
  check?(batches: TelemetryBatch[]): void;
}

const navigated = (...pages: string[]) => pages.map((page) => `navigate ${page}`);

/** A page with requests under way is not kept. */
const settledMs = 500;

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(what);
}

/** One page and, after a deed, another in the same tab. */
const on = (deed: string, id: string, page = "two") => ({
  name: deed,
  ids: "AA",
  pages: { A: navigated("one", page) },
  async act(walk: Walk) {
    const tab = await walk.open("one");
    await tab.at("one");
    await tab.click(id);
    await tab.at(page);
  },
});

/** A click that opens another tab; then the first one goes on. */
const aside = (deed: string, id: string, how?: "middle" | "control") => ({
  name: deed,
  ids: "ABA",
  pages: { A: navigated("one", "thanks"), B: navigated("two") },
  async act(walk: Walk) {
    const tab = await walk.open("one");
    await tab.at("one");
    const other = await walk.opened(() => tab.click(id, how));
    await other.at("two");
    await tab.show();
    await tab.go("thanks");
    await tab.at("thanks");
  },
});

const visits: Row[] = [
  on("next page by a link", "two"),
  on("form sent", "send", "thanks"),
  on("server's redirect", "moved"),
  {
    name: "typed address",
    ids: "AA",
    pages: { A: navigated("one", "two") },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.go("two");
      await tab.at("two");
    },
  },
  {
    name: "download, the page stays",
    ids: "AAA",
    pages: { A: navigated("one", "two") },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.click("file");
      await Bun.sleep(300);
      await tab.at("one");
      await tab.click("two");
      await tab.at("two");
    },
  },
  ...(["soft", "hard"] as const).map((how) => ({
    name: how === "soft" ? "reload" : "reload past the cache",
    ids: "AA",
    pages: { A: ["navigate one", "reload one"] },
    async act(walk: Walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.reload(how);
      await tab.at("one");
    },
  })),
  {
    name: "back and forward, loaded anew",
    ids: "AAAA",
    pages: {
      A: ["navigate uncached", "navigate two", "back_forward uncached", "back_forward two"],
    },
    // Its second page comes out of the cache.
    inFirefox: [
      {
        ids: "AAAB",
        pages: {
          A: ["navigate uncached", "navigate two", "back_forward uncached"],
          B: ["back_forward two"],
        },
      },
    ],
    async act(walk) {
      const tab = await walk.open("uncached");
      await tab.at("uncached");
      await tab.until("performance.getEntriesByName(new URL('secret', location)).length > 0");
      await tab.click("two");
      await tab.at("two");
      await tab.back();
      must(!(await tab.at("uncached")).kept, "the page was kept");
      await tab.forward();
      await tab.at("two");
    },
  },
  {
    name: "back and forward, back-forward cache",
    ids: "AAAA",
    pages: { A: ["navigate one", "navigate two", "back_forward one", "back_forward two"] },
    inFirefox: [
      {
        ids: "AABC",
        pages: { A: navigated("one", "two"), B: ["back_forward one"], C: ["back_forward two"] },
      },
    ],
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await Bun.sleep(settledMs);
      await tab.click("two");
      await tab.at("two");
      await tab.back();
      must((await tab.at("one")).kept, "the page was not kept");
      await Bun.sleep(300);
      await tab.forward();
      must((await tab.at("two")).kept, "the page was not kept");
    },
  },
  {
    name: "back-forward cache, and left again at once",
    ids: "AAA",
    pages: { A: ["navigate one", "navigate two", "back_forward one", "navigate thanks"] },
    inFirefox: [
      {
        ids: "AAA",
        pages: { A: navigated("one", "two", "thanks"), "@": ["back_forward one"] },
      },
      {
        ids: "AAB",
        pages: { A: navigated("one", "two"), B: ["back_forward one", "navigate thanks"] },
      },
    ],
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.click("two");
      await tab.at("two");
      await tab.back();
      await tab.at("one", false);
      await tab.run("void (location.href = 'thanks')");
      await tab.at("thanks");
    },
  },
  {
    name: "back-forward cache after consent",
    ids: "AAA",
    pages: { A: ["navigate consent", "navigate two", "back_forward consent"] },
    inFirefox: [
      {
        ids: "AAB",
        pages: { A: navigated("consent", "two"), B: ["back_forward consent"] },
      },
    ],
    async act(walk) {
      const tab = await walk.open("consent");
      await tab.at("consent");
      await tab.run("Service.setConsent('granted')");
      await Bun.sleep(settledMs);
      await tab.click("two");
      await tab.at("two");
      await tab.back();
      must((await tab.at("consent")).kept, "the page was not kept");
    },
    check(batches) {
      const last = batches.findLast(({ events }) =>
        events.some((event) => event.kind === "page" && event.path.endsWith("consent")),
      );
      must(last?.consent === "granted", "the consent was forgotten");
    },
  },
  {
    name: "single page: push, replace, back, fragment",
    ids: "AA",
    pages: {
      A: ["navigate one", "pushed rooms", "pushed other", "pushed checkout", "pushed rooms"],
    },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.run(`void (history.pushState({}, "", "rooms"), history.pushState({}, "", "rooms?q"),
        location.hash = "f", history.pushState({}, "", "other"),
        history.replaceState({}, "", "checkout"))`);
      await tab.run("history.back()");
      await tab.at("rooms");
    },
  },
];

const tabs: Row[] = [
  {
    name: "several tabs at once",
    ids: "ABCABC",
    pages: { A: navigated("one", "two"), B: navigated("one", "two"), C: navigated("one", "two") },
    async act(walk) {
      const open = [];
      for (const query of ["a", "b", "c"]) open.push(await walk.open(`one?${query}`));
      for (const tab of open) await tab.at("one");
      await Promise.all(open.map((tab) => tab.click("two")));
      for (const tab of open) await tab.at("two");
    },
  },
  aside("`window.open`", "popup"),
  aside("`window.open` with `noopener`", "aside"),
  aside('link with `target="_blank"`', "blank"),
  aside('link with `target="_blank" rel="opener"`', "opener"),
  aside("middle click", "two", "middle"),
  aside("control click", "two", "control"),
  {
    name: "duplicate of a tab in view",
    ids: "ABA",
    pages: { A: navigated("one", "two"), B: ["again one"] },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      const copy = await tab.duplicate();
      await copy.at("one");
      await tab.show();
      await tab.go("two");
      await tab.at("two");
    },
  },
  {
    name: "duplicate of a hidden tab",
    ids: "AA",
    pages: { A: ["navigate one", "again one"] },
    shared: true,
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.hide();
      await tab.until("document.hidden && !!sessionStorage.getItem('booking-risk.tab')");
      await (await tab.duplicate()).at("one");
    },
  },
  {
    name: "hidden tab, shown again",
    ids: "AAA",
    pages: { A: navigated("one", "two") },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.hide();
      await tab.until("document.hidden");
      await tab.show();
      await tab.until("!document.hidden");
      await tab.at("one");
      await tab.go("two");
      await tab.at("two");
    },
  },
  {
    name: "hidden tab discarded by the browser, then reopened",
    ids: "AA",
    pages: { A: ["navigate one", "again one"] },
    alone: true,
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.hide();
      await tab.until("document.hidden && !!sessionStorage.getItem('booking-risk.tab')");
      await Bun.sleep(500);
      await tab.discardAndShow();
      await tab.at("one");
    },
  },
  {
    name: "crash of a tab in view, reloaded",
    ids: "AB",
    pages: { A: navigated("one"), B: ["reload one"] },
    alone: true,
    lacking: { Firefox: "takes all tabs of the site along" },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await Bun.sleep(400);
      await tab.crash();
      await tab.reload();
      await tab.at("one");
    },
  },
  {
    name: "closed tab, reopened",
    ids: "AA",
    pages: { A: ["navigate one", "again one"] },
    alone: true,
    // It remembers what lay there before the page was left.
    inFirefox: [{ ids: "AB", pages: { A: navigated("one"), B: ["again one"] } }],
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.hide();
      await tab.show();
      await Bun.sleep(400);
      await (await walk.opened(tab.closeAndReopen)).at("one");
    },
  },
  {
    name: "private window",
    ids: "AB",
    pages: { A: navigated("one"), B: navigated("one") },
    async act(walk) {
      await (await walk.open("one")).at("one");
      await (await walk.openPrivately("one?private")).at("one");
    },
  },
];

/** A page whose frame has the tag as well, and the next one. */
async function withFrame(walk: Walk, page: string): Promise<void> {
  const tab = await walk.open(page);
  await tab.at(page);
  await tab.atFrame();
  await tab.click("two");
  await tab.at("two");
}

/** A page that the browser loads ahead, and then shows. */
async function loadedAhead(walk: Walk, from: string, to: string): Promise<void> {
  const tab = await walk.open(from);
  await tab.at(from);
  await tab.loadedAhead(to);
  await tab.click(to);
  await tab.at(to, false);
  const entry = "performance.getEntriesByType('navigation')[0].activationStart > 0";
  must((await tab.run(entry)) === true, "the page was not loaded ahead");
  // Asked before it has begun, it gives an id of its own.
  await tab.until("!/native code/.test(history.pushState)");
  await tab.at(to);
}

const frames: Row[] = [
  {
    name: "frame of the same site, tag in both",
    ids: "AAA",
    pages: { A: navigated("frame-same", "two") },
    act: (walk) => withFrame(walk, "frame-same"),
  },
  {
    name: "frame of the same site, whose script is there first",
    ids: "AAA",
    pages: { A: navigated("frame-first", "two") },
    act: (walk) => withFrame(walk, "frame-first"),
  },
  {
    name: "frame of another site, tag in both",
    ids: "ABAB",
    pages: {
      A: ["navigate frame-other", "reload frame-other"],
      B: navigated("inner", "inner"),
    },
    inFirefox: [
      {
        ids: "ABAC",
        pages: {
          A: ["navigate frame-other", "reload frame-other"],
          B: navigated("inner"),
          C: navigated("inner"),
        },
      },
    ],
    async act(walk) {
      const tab = await walk.open("frame-other");
      await tab.at("frame-other");
      await tab.atFrame();
      await tab.reload();
      await tab.at("frame-other");
      await tab.atFrame();
    },
  },
  {
    name: "sandboxed frame, tag in both",
    ids: "ABAC",
    pages: {
      A: ["navigate frame-sandbox", "reload frame-sandbox"],
      B: navigated("inner"),
      C: navigated("inner"),
    },
    async act(walk) {
      const tab = await walk.open("frame-sandbox");
      await tab.at("frame-sandbox");
      await tab.atFrame();
      await tab.reload();
      await tab.at("frame-sandbox");
      await tab.atFrame();
    },
  },
];

/** Away and back in one tab. */
const away = (name: string, by: string, first: string, back: (tab: TabOf) => Promise<void>) => ({
  name,
  ids: "AA",
  pages: { A: ["navigate one", by] },
  async act(walk: Walk) {
    const tab = await walk.open("one");
    await tab.at("one");
    await tab.click(first);
    await tab.at(first === "plain" ? "plain" : "pay", false);
    await back(tab);
    await tab.at(by.split(" ")[1]!);
  },
});
type TabOf = Awaited<ReturnType<Walk["open"]>>;

const gaps: Row[] = [
  away("a page without the tag in between", "navigate two", "plain", (tab) => tab.click("two")),
  away("to a payment page of another site, and back by its link", "navigate two", "away", (tab) =>
    tab.click("return"),
  ),
  away("…back by a form that it sends", "navigate thanks", "away", (tab) => tab.click("send")),
  {
    ...away("…back by the back button", "back_forward one", "away", (tab) => tab.back()),
    inFirefox: [{ ids: "AB", pages: { A: navigated("one"), B: ["back_forward one"] } }],
  },
];

const storage: Row[] = [
  {
    name: "storage denied: opaque origin",
    ids: "AB",
    pages: { A: navigated("denied"), B: ["reload denied"] },
    async act(walk) {
      const tab = await walk.open("denied");
      await tab.at("denied");
      await tab.reload();
      await tab.at("denied");
    },
  },
  {
    name: "`sessionStorage` throws",
    ids: "AB",
    pages: { A: navigated("no-session"), B: ["reload no-session"] },
    async act(walk) {
      const tab = await walk.open("no-session");
      await tab.at("no-session");
      await tab.reload();
      await tab.at("no-session");
    },
  },
  {
    name: "`localStorage` throws",
    ids: "AA",
    pages: { A: navigated("no-local", "two") },
    async act(walk) {
      const tab = await walk.open("no-local");
      await tab.at("no-local");
      await tab.click("two");
      await tab.at("two");
    },
    check([first]) {
      must(!!first?.device && !first.device.deviceId, "there is an id of the device");
    },
  },
  {
    name: "cookies blocked",
    ids: "AB",
    pages: { A: navigated("one"), B: navigated("two") },
    async act(walk) {
      await walk.browser.blockCookies(walk.site.cookieless);
      const tab = await walk.open("one", walk.site.cookieless);
      await tab.at("one");
      await tab.click("two");
      await tab.at("two");
    },
  },
];

const loading: Row[] = [
  {
    name: "the tag twice",
    ids: "AA",
    pages: { A: navigated("twice", "two") },
    async act(walk) {
      const tab = await walk.open("twice");
      await tab.at("twice");
      await tab.click("two");
      await tab.at("two");
    },
  },
  {
    name: "the stub before the tag",
    ids: "AAA",
    pages: { A: navigated("stub", "stub") },
    async act(walk) {
      const tab = await walk.open("stub");
      await tab.at("stub");
      must((await tab.run("window.early")) === walk.ids[0], "the stub told another id");
      await tab.go("stub?again");
      await tab.until("location.search === '?again'");
      await tab.at("stub");
      walk.ids.push((await tab.run("window.early")) as string);
    },
  },
  {
    name: "the script loaded late",
    ids: "AA",
    pages: { A: navigated("late", "two") },
    async act(walk) {
      const tab = await walk.open("late");
      await tab.at("late");
      await tab.click("two");
      await tab.at("two");
    },
  },
  {
    name: "page loaded ahead, then visited",
    ids: "AA",
    pages: { A: navigated("ahead", "two") },
    lacking: { Firefox: "loads no page ahead" },
    act: (walk) => loadedAhead(walk, "ahead", "two"),
  },
  {
    name: "page loaded ahead, its script only when it is shown, another tab left meanwhile",
    ids: "ABBA",
    pages: { A: navigated("aside", "two"), B: navigated("ahead-busy", "shown") },
    lacking: { Firefox: "loads no page ahead" },
    async act(walk) {
      const aside = await walk.open("aside");
      await aside.at("aside");
      await loadedAhead(walk, "ahead-busy", "shown");
      await aside.at("two");
    },
  },
  {
    name: "page loaded ahead, never visited",
    ids: "AA",
    pages: { A: navigated("ahead", "one") },
    lacking: { Firefox: "loads no page ahead" },
    async act(walk) {
      const tab = await walk.open("ahead");
      await tab.at("ahead");
      await tab.loadedAhead("two");
      await tab.click("one");
      await tab.at("one");
    },
  },
];

const clocks: Row[] = [
  {
    name: "12 hours after the collection began, next page",
    ids: "AB",
    pages: { A: navigated("one"), B: navigated("two") },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.click("plain");
      await tab.at("plain", false);
      await tab.age(12.01);
      await tab.click("two");
      await tab.at("two");
    },
  },
  {
    name: "12 hours after the collection began, tab shown again",
    ids: "AB",
    pages: { A: navigated("one"), B: navigated("one") },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.hide();
      await tab.until("document.hidden");
      await tab.age(0);
      await tab.run("void (Date.now = ((now) => () => now() + 12.01 * 3600e3)(Date.now))");
      await tab.show();
      await tab.until("!document.hidden");
      await Bun.sleep(100);
      await tab.at("one");
    },
  },
  {
    name: "clock set back, next page",
    ids: "AB",
    pages: { A: navigated("one"), B: navigated("two") },
    async act(walk) {
      const tab = await walk.open("one");
      await tab.at("one");
      await tab.click("plain");
      await tab.at("plain", false);
      await tab.age(-2);
      await tab.click("two");
      await tab.at("two");
    },
  },
];

const restart: Row = {
  name: "browser ended and started again with its tabs",
  ids: "AA",
  pages: { A: ["navigate one", "again one"] },
  alone: true,
  // Where the browser ends without letting the page go first.
  otherwise: [{ ids: "AB", pages: { A: navigated("one"), B: ["again one"] } }],
  async act(walk) {
    const tab = await walk.open("one");
    await tab.at("one");
    await Bun.sleep(700);
    await (await walk.restarted("one")).at("one");
  },
};

export const rows: Row[] = [
  ...visits,
  ...tabs,
  ...frames,
  ...gaps,
  ...storage,
  ...loading,
  ...clocks,
  restart,
];
