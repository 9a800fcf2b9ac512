/**
 * Chromium with nobody attached to its pages: a driver would keep them visible, and its traces in
 * them. An extension does with tabs what a person does; its worker is called over the DevTools
 * protocol, and only for a click or a crash is a page attached to, for that moment.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireChromium } from "../../../scripts/programs/browser/installed.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { type Answer, type Browser, type Click, Connection, exitOf, type Tab } from "./browser.ts";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--remote-debugging-port=0",
  `--load-extension=${join(import.meta.dir, "extension")}`,
];

const json = (value: unknown) => JSON.stringify(value);

export class Chromium implements Browser {
  readonly name = "Chromium";
  readonly #profile = mkdtempSync(join(tmpdir(), "navigation-chromium-"));
  #process!: Bun.Subprocess;
  #connection!: Connection;
  #worker!: string;

  static async start(): Promise<Chromium> {
    const browser = new Chromium();
    await browser.#start();
    await browser.#findWorker();
    return browser;
  }

  async #start(...more: string[]): Promise<void> {
    const portFile = join(this.#profile, "DevToolsActivePort");
    rmSync(portFile, { force: true });
    this.#process = Bun.spawn(
      [requireChromium(), ...flags, ...more, `--user-data-dir=${this.#profile}`],
      { stdio: ["ignore", "ignore", "ignore"] },
    );
    const told = () => (existsSync(portFile) ? readFileSync(portFile, "utf8").split("\n") : []);
    await waitUntil("Chromium's port", () => told().length >= 2);
    const [port, path] = told();
    this.#connection = await Connection.open(`ws://127.0.0.1:${port}${path}`);
  }

  /** Once it has started: what is called before is never answered. */
  async #findWorker(): Promise<void> {
    await waitUntil("the extension's worker", async () => {
      const worker = await this.#target(({ type }) => type === "service_worker");
      const session = await this.#attach(worker);
      const isAwake = this.#run(session, "return globalThis.awake").catch(() => false);
      this.#worker = session;
      return Promise.race([isAwake, Bun.sleep(200)]);
    });
  }

  async #target(isIt: (target: Answer) => boolean): Promise<string> {
    const ask = async () => {
      const { targetInfos } = await this.#connection.send("Target.getTargets");
      const targets = targetInfos as Answer[];
      const found = targets.find(isIt);
      if (found) return found.targetId as string;
      throw new Error(`it has ${json(targets.map(({ type, url }) => `${type} ${url}`))}`);
    };
    return waitUntil(`a page or worker that fits ${isIt}`, ask, { ignoreErrors: true });
  }

  async #attach(targetId: string): Promise<string> {
    const asked = { targetId, flatten: true };
    return (await this.#connection.send("Target.attachToTarget", asked)).sessionId as string;
  }

  async #run(sessionId: string, body: string): Promise<unknown> {
    const asked = {
      expression: `(async () => { ${body} })()`,
      awaitPromise: true,
      returnByValue: true,
    };
    const answer = await this.#connection.send("Runtime.evaluate", asked, sessionId);
    const { exceptionDetails: thrown, result } = answer;
    if (thrown) throw new Error(thrown.exception?.description ?? thrown.text);
    return result.value;
  }

  /** Code in the extension's worker. */
  #call(body: string): Promise<unknown> {
    return this.#run(this.#worker, body);
  }

  async open(url: string, window?: "private"): Promise<Tab> {
    if (window) return this.#openPrivately(url);
    return (await this.#call(
      `return (await chrome.windows.create(${json({ url })})).tabs[0].id`,
    )) as Tab;
  }

  /** Where the extension sees nothing, so this page has the protocol attached. */
  async #openPrivately(url: string): Promise<Tab> {
    const { browserContextId } = await this.#connection.send("Target.createBrowserContext");
    const asked = { url, browserContextId };
    const { targetId } = await this.#connection.send("Target.createTarget", asked);
    return this.#attach(targetId);
  }

  async tabs() {
    const query = "return (await chrome.tabs.query({})).map(({ id, url }) => ({ tab: id, url }))";
    return (await this.#call(query)) as { tab: Tab; url: string }[];
  }

  evaluate(tab: Tab, code: string): Promise<unknown> {
    if (typeof tab === "string") return this.#run(tab, `return (0, eval)(${json(code)})`);
    return this.#call(`const [{ result }] = await chrome.scripting.executeScript({
      target: { tabId: ${tab} }, world: "MAIN", func: (code) => (0, eval)(code), args: [${json(code)}],
    }); return result`);
  }

  async navigate(tab: Tab, url: string): Promise<void> {
    await this.#call(`await chrome.tabs.update(${tab}, ${json({ url })})`);
  }

  async reload(tab: Tab, hard: boolean): Promise<void> {
    await this.#call(`await chrome.tabs.reload(${tab}, ${json({ bypassCache: hard })})`);
  }

  async travel(tab: Tab, steps: 1 | -1): Promise<void> {
    await this.#call(`await chrome.tabs.${steps > 0 ? "goForward" : "goBack"}(${tab})`);
  }

  /** Attaches to the tab's page, does something, and is gone. */
  async #touch(tab: Tab, act: (session: string) => Promise<unknown>): Promise<void> {
    const url = (await this.tabs()).find((one) => one.tab === tab)?.url;
    const sessionId = await this.#attach(
      await this.#target((target) => target.type === "page" && target.url === url),
    );
    await act(sessionId);
    await this.#connection.send("Target.detachFromTarget", { sessionId }).catch(() => {});
  }

  async click(tab: Tab, selector: string, how: Click): Promise<void> {
    await this.#touch(tab, async (session) => {
      const [x, y] = (await this.#run(
        session,
        `const { x, y, width, height } = document.querySelector(${json(selector)})
          .getBoundingClientRect(); return [x + width / 2, y + height / 2]`,
      )) as [number, number];
      const button = how === "middle" ? "middle" : "left";
      const modifiers = how === "control" ? 2 : 0;
      for (const type of ["mousePressed", "mouseReleased"]) {
        const event = { type, x, y, button, modifiers, clickCount: 1 };
        await this.#connection.send("Input.dispatchMouseEvent", event, session).catch(() => {});
      }
    });
  }

  async hide(tab: Tab): Promise<void> {
    await this.#call(`const { windowId } = await chrome.tabs.get(${tab});
      await chrome.tabs.create({ windowId, url: "about:blank", active: true })`);
  }

  async show(tab: Tab): Promise<void> {
    await this.#call(`await chrome.tabs.update(${tab}, { active: true })`);
  }

  async close(tab: Tab): Promise<void> {
    await this.#call(`await chrome.tabs.remove(${tab})`);
  }

  async closeAndReopen(tab: Tab): Promise<void> {
    await this.#call(`const { url } = await chrome.tabs.get(${tab});
      await chrome.tabs.remove(${tab});
      for (let tries = 0; tries < 500; tries++) {
        const closed = (await chrome.sessions.getRecentlyClosed()).find((one) => one.tab?.url === url);
        if (closed) return void await chrome.sessions.restore(closed.tab.sessionId);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error("the closed tab is not among the recently closed ones")`);
  }

  async duplicate(tab: Tab): Promise<Tab> {
    return (await this.#call(`return (await chrome.tabs.duplicate(${tab})).id`)) as Tab;
  }

  async discardAndShow(tab: Tab): Promise<Tab> {
    const discarded = (await this.#call(`return (await chrome.tabs.discard(${tab})).id`)) as Tab;
    await this.show(discarded);
    return discarded;
  }

  async crash(tab: Tab): Promise<void> {
    await this.#touch(tab, async (session) => {
      // A page that crashed does not answer.
      void this.#connection.send("Page.crash", {}, session).catch(() => {});
      await Bun.sleep(300);
    });
  }

  async blockCookies(origin: string): Promise<void> {
    const wanted = json({ primaryPattern: `${origin}/*`, setting: "block" });
    await this.#call(`await chrome.contentSettings.cookies.set(${wanted})`);
  }

  /** The extension sleeps then, so the page has the protocol attached. */
  async restart(url: string): Promise<Tab> {
    // Chromium writes its tabs every 2.5 s. As it ends it writes them too, but not always in time.
    const isWritten = () => this.#sessions().includes(url);
    await waitUntil("the tab among those that are restored", isWritten, { ignoreErrors: true });
    await this.#end();
    await this.#start("--restore-last-session");
    return this.#attach(
      await this.#target((target) => target.type === "page" && target.url === url),
    );
  }

  /** What the profile has of the tabs, as bytes. */
  #sessions(): string {
    const folder = join(this.#profile, "Default/Sessions");
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "latin1"))
      .join("");
  }

  async #end(): Promise<void> {
    void this.#connection.send("Browser.close").catch(() => {});
    await exitOf(this.#process);
  }

  async stop(): Promise<void> {
    await this.#end();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
