/** How a row walks through the site: tabs that wait for their pages, and the ids that they tell. */
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import type { Browser, Click, Tab } from "./browser.ts";
import type { Site } from "./site.ts";

const pageMsMax = 40_000;

/** What a page sends is at the service this soon. */
const arrivalMs = 500;

const returnMs = 300;

/** Pages come and go while they are asked, which is an error of the question. */
const until = <Found>(what: string, ask: () => Promise<Found>) =>
  waitUntil(what, ask, { timeoutMs: pageMsMax, intervalMs: 40, ignoreErrors: true });

export interface Seen {
  /** The page came out of the back-forward cache. */
  kept: boolean;
  hidden: boolean;
}

export class Walk {
  /** The ids in the order in which pages were asked. */
  readonly ids: string[] = [];

  constructor(
    readonly browser: Browser,
    readonly site: Site,
    readonly row: string,
  ) {}

  url(page: string, origin = this.site.hotel): string {
    return `${origin}/${this.row}/${page}`;
  }

  async open(page: string, origin?: string): Promise<Visitor> {
    return new Visitor(this, await this.browser.open(this.url(page, origin)));
  }

  async openPrivately(page: string): Promise<Visitor> {
    return new Visitor(this, await this.browser.open(this.url(page), "private"));
  }

  /** Ends the browser, and finds a page again that was open. */
  async restarted(page: string): Promise<Visitor> {
    return new Visitor(this, await this.browser.restart(this.url(page)));
  }

  /** Lets the row's pages send what they have: being online again is a reason. Then closes them. */
  async end(): Promise<void> {
    const mine = (await this.browser.tabs()).filter(({ url }) => url?.includes(`/${this.row}/`));
    const send = "void dispatchEvent(new Event('online'))";
    await Promise.allSettled(mine.map(({ tab }) => this.browser.evaluate(tab, send)));
    await Bun.sleep(arrivalMs);
    await Promise.allSettled(mine.map(({ tab }) => this.browser.close(tab)));
  }

  /** The tab that comes up because of what is done. */
  async opened(act: () => Promise<unknown>): Promise<Visitor> {
    const mine = async () =>
      (await this.browser.tabs()).filter(({ url }) => url?.includes(`/${this.row}/`));
    const before = new Set((await mine()).map(({ tab }) => tab));
    await act();
    return until("a new tab", async () => {
      const found = (await mine()).find(({ tab }) => !before.has(tab));
      return found && new Visitor(this, found.tab);
    });
  }
}

export class Visitor {
  constructor(
    readonly walk: Walk,
    public tab: Tab,
  ) {}

  run(code: string): Promise<unknown> {
    return this.walk.browser.evaluate(this.tab, code);
  }

  /** Waits until a page has come and, where it has the tag, notes its id. */
  async at(page: string, tagged = true): Promise<Seen> {
    const state = `({ page: location.pathname.split("/")[2], stale: window.stale === true,
      id: ${tagged} && window.Service && !Service.calls ? Service.getCollectionId() : null,
      kept: window.kept === true, hidden: document.hidden, ready: document.readyState !== "loading" })`;
    const seen = await until(`page ${page}`, async () => {
      const now = (await this.run(state)) as Seen & Record<string, unknown>;
      const here = now.page === page && !now.stale && now.ready;
      return here && (now.id || !tagged) ? { ...now, id: now.id as string } : undefined;
    });
    if (!tagged) return seen;
    // A page out of the cache reads the tab's record a moment after it is shown.
    if (seen.kept) await Bun.sleep(returnMs);
    const id = seen.kept ? await this.run("Service.getCollectionId()") : seen.id;
    this.walk.ids.push(id as string);
    return seen;
  }

  /** The id that the page's frame told. */
  async atFrame(): Promise<void> {
    const id = await until(
      "the frame",
      async () => (await this.run("window.frameId")) || undefined,
    );
    this.walk.ids.push(id as string);
  }

  /** Waits until the browser has loaded a page of the row ahead, with its script. */
  loadedAhead(page: string): Promise<unknown> {
    return this.until(`localStorage["/${this.walk.row}/${page}"]`);
  }

  async click(id: string, how: Click = "plain"): Promise<void> {
    await this.walk.browser.click(this.tab, `#${id}`, how);
  }

  go(page: string): Promise<void> {
    return this.walk.browser.navigate(this.tab, this.walk.url(page));
  }

  async reload(how: "hard" | "soft" = "soft"): Promise<void> {
    await this.run("window.stale = true").catch(() => {});
    await this.walk.browser.reload(this.tab, how === "hard");
  }

  back = () => this.walk.browser.travel(this.tab, -1);
  forward = () => this.walk.browser.travel(this.tab, 1);
  hide = () => this.walk.browser.hide(this.tab);
  show = () => this.walk.browser.show(this.tab);
  closeAndReopen = () => this.walk.browser.closeAndReopen(this.tab);
  crash = () => this.walk.browser.crash(this.tab);

  async duplicate(): Promise<Visitor> {
    return new Visitor(this.walk, await this.walk.browser.duplicate(this.tab));
  }

  async discardAndShow(): Promise<void> {
    this.tab = await this.walk.browser.discardAndShow(this.tab);
  }

  /** Waits until the page's state is so: its storage, its visibility. */
  until(condition: string): Promise<unknown> {
    return until(condition, async () => (await this.run(condition)) || undefined);
  }

  /** Makes the record that lies in storage older, or younger. */
  async age(hours: number): Promise<void> {
    await this.until("!!sessionStorage.getItem('booking-risk.tab')");
    await this.run(`(() => {
      const record = JSON.parse(sessionStorage.getItem("booking-risk.tab"));
      record.startedAt -= ${hours} * 3600e3;
      sessionStorage.setItem("booking-risk.tab", JSON.stringify(record));
    })()`);
  }
}
