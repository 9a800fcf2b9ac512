/**
 * Firefox over WebDriver BiDi, and its own windows' code where BiDi has no word for what a person
 * does: duplicating, discarding and reopening tabs.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFirefox } from "../../../scripts/programs/browser/installed.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { type Answer, type Browser, type Click, Connection, exitOf, type Tab } from "./browser.ts";

const settings = {
  // The last session's tabs come back; under a driver they would not.
  "remote.prefs.recommended": false,
  "browser.startup.page": 3,
  "browser.sessionstore.restore_on_demand": false,
  "browser.sessionstore.interval": 500,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "app.normandy.enabled": false,
  "services.settings.server": "data:,",
};

/** A folder with a Firefox profile that asks nobody anything. */
export function firefoxProfile(): string {
  const folder = mkdtempSync(join(tmpdir(), "navigation-firefox-"));
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(folder, "user.js"), lines.join(""));
  return folder;
}

export function startFirefox(profile: string, ...more: string[]) {
  return Bun.spawn([findFirefox()!, "--headless", "--no-remote", "--profile", profile, ...more], {
    stdio: ["ignore", "ignore", "pipe"],
    // It writes next to its profile, too.
    env: { ...process.env, HOME: profile },
  });
}

/** The protocol's text for a key that has no character. */
export const control = "\uE009";

/** One of BiDi's actions of an input source. */
export type Action = Record<string, unknown>;

export class Firefox implements Browser {
  readonly name = "Firefox";
  readonly #profile = firefoxProfile();
  #process!: ReturnType<typeof startFirefox>;
  #hands: Promise<void> = Promise.resolve();
  #connection!: Connection;

  static async start(): Promise<Firefox> {
    const browser = new Firefox();
    await browser.#start();
    return browser;
  }

  async #start(): Promise<void> {
    const flags = ["--remote-debugging-port=0", "--remote-allow-system-access"];
    this.#process = startFirefox(this.#profile, ...flags);
    const address = await addressIn(this.#process.stderr);
    this.#connection = await Connection.open(`${address}/session`);
    await this.send("session.new", { capabilities: {} });
  }

  send(method: string, params?: object): Promise<Answer> {
    return this.#connection.send(method, params);
  }

  async open(url: string, window?: "private"): Promise<Tab> {
    if (window) {
      await this.#inWindows(`const opened = OpenBrowserWindow({ private: true });
        await new Promise((resolve) => opened.addEventListener("load", resolve, { once: true }));
        opened.gBrowser.fixupAndLoadURIString(${JSON.stringify(url)}, {
          triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() })`);
      return this.#tabAt(url);
    }
    const { context } = await this.send("browsingContext.create", { type: "window" });
    await this.navigate(context, url);
    return context as Tab;
  }

  async tabs() {
    const { contexts } = await this.send("browsingContext.getTree", { maxDepth: 0 });
    return (contexts as Answer[]).map(({ context, url }) => ({ tab: context as Tab, url }));
  }

  async #tabAt(url: string): Promise<Tab> {
    const find = async () => (await this.tabs()).find((one) => one.url === url);
    return (await waitUntil(`a tab at ${url}`, find)).tab;
  }

  /** Another tab at the same address as this one, which may be gone then. */
  async #twinOf(tab: Tab, act: () => Promise<unknown>): Promise<Tab> {
    const address = (await this.tabs()).find((one) => one.tab === tab)?.url;
    await act();
    const find = async () =>
      (await this.tabs()).find((one) => one.tab !== tab && one.url === address);
    return (await waitUntil(`another tab at ${address}`, find)).tab;
  }

  async evaluate(context: Tab, expression: string): Promise<unknown> {
    const asked = { target: { context }, expression: `JSON.stringify(${expression})` };
    const { result, exceptionDetails } = await this.send("script.evaluate", {
      ...asked,
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  /** Code in the browser's own window; `tabOf` gives a tab by its BiDi name. */
  async #inWindows(code: string): Promise<unknown> {
    const { contexts } = await this.send("browsingContext.getTree", { "moz:scope": "chrome" });
    const { exceptionDetails, result } = await this.send("script.evaluate", {
      target: { context: contexts[0].context },
      awaitPromise: true,
      expression: `(async () => {
        const { NavigableManager } = ChromeUtils.importESModule(
          "chrome://remote/content/shared/NavigableManager.sys.mjs");
        const tabOf = (id) => {
          const browser = NavigableManager.getBrowserById(id);
          return browser.ownerDocument.defaultView.gBrowser.getTabForBrowser(browser);
        };
        ${code} })()`,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  async navigate(context: Tab, url: string): Promise<void> {
    await this.send("browsingContext.navigate", { context, url, wait: "none" });
  }

  async reload(context: Tab, hard: boolean): Promise<void> {
    if (hard) {
      await this.#inWindows(`const { LOAD_FLAGS_BYPASS_CACHE, LOAD_FLAGS_BYPASS_PROXY } = Ci.nsIWebNavigation;
        tabOf("${context}").linkedBrowser.reloadWithFlags(
          LOAD_FLAGS_BYPASS_CACHE | LOAD_FLAGS_BYPASS_PROXY)`);
    } else await this.send("browsingContext.reload", { context, wait: "none" });
  }

  async travel(context: Tab, delta: 1 | -1): Promise<void> {
    await this.send("browsingContext.traverseHistory", { context, delta });
  }

  async perform(context: Tab, ...actions: Action[]): Promise<void> {
    await this.send("input.performActions", { context, actions });
  }

  /** All windows have one mouse and one keyboard: a key held in one counts in another. */
  #alone(act: () => Promise<void>): Promise<void> {
    const mine = this.#hands.then(act);
    this.#hands = mine.catch(() => {});
    return mine;
  }

  click(tab: Tab, selector: string, how: Click): Promise<void> {
    return this.#alone(() => this.#press(tab, selector, how));
  }

  async #press(tab: Tab, selector: string, how: Click): Promise<void> {
    const origin = await this.#element(tab, selector);
    const key = how === "control" ? [{ type: "keyDown", value: control }] : [];
    const button = how === "middle" ? 1 : 0;
    const mouse = { type: "pointer", id: "mouse" };
    await this.perform(
      tab,
      { type: "key", id: "keys", actions: key },
      {
        ...mouse,
        actions: [
          { type: "pointerMove", x: 0, y: 0, origin },
          { type: "pointerDown", button },
          { type: "pointerUp", button },
        ],
      },
    ).catch(ifGone);
    if (key.length > 0) await this.send("input.releaseActions", { context: tab }).catch(ifGone);
  }

  async #element(context: Tab, selector: string): Promise<object> {
    const { result } = await this.send("script.evaluate", {
      target: { context },
      expression: `document.querySelector(${JSON.stringify(selector)})`,
      awaitPromise: false,
    });
    return { type: "element", element: { sharedId: result.sharedId } };
  }

  /** Types by the keyboard; `held` is a key that is down meanwhile. */
  async type(tab: Tab, text: string, held?: string): Promise<void> {
    const press = (value: string) => [
      { type: "keyDown", value },
      { type: "pause", duration: 15 },
      { type: "keyUp", value },
    ];
    const keys = [...text].flatMap(press);
    const [down, up] = ["keyDown", "keyUp"].map((type) => (held ? [{ type, value: held }] : []));
    await this.perform(tab, { type: "key", id: "keys", actions: [...down!, ...keys, ...up!] });
  }

  async hide(referenceContext: Tab): Promise<void> {
    const { context } = await this.send("browsingContext.create", {
      type: "tab",
      referenceContext,
    });
    await this.show(context);
  }

  async show(context: Tab): Promise<void> {
    await this.send("browsingContext.activate", { context });
  }

  async close(context: Tab): Promise<void> {
    await this.send("browsingContext.close", { context });
  }

  async closeAndReopen(context: Tab): Promise<void> {
    await this.#inWindows(`const one = tabOf("${context}");
      const window = one.ownerDocument.defaultView;
      window.gBrowser.removeTab(one);
      const { SessionStore } = ChromeUtils.importESModule(
        "resource:///modules/sessionstore/SessionStore.sys.mjs");
      for (let tries = 0; !SessionStore.getClosedTabCountForWindow(window); tries++) {
        if (tries === 500) throw new Error("the closed tab is not among the recently closed ones");
        await new Promise((resolve) => window.setTimeout(resolve, 20));
      }
      SessionStore.undoCloseTab(window, 0)`);
  }

  duplicate(tab: Tab): Promise<Tab> {
    return this.#twinOf(tab, async () => {
      await this.#inWindows(`const one = tabOf("${tab}");
        const { gBrowser } = one.ownerDocument.defaultView;
        gBrowser.selectedTab = gBrowser.duplicateTab(one, true)`);
    });
  }

  async discardAndShow(tab: Tab): Promise<Tab> {
    await this.#inWindows(`const one = tabOf("${tab}");
      const { gBrowser } = one.ownerDocument.defaultView;
      await gBrowser.prepareDiscardBrowser(one);
      gBrowser.discardBrowser(one, true);
      gBrowser.selectedTab = one`);
    return tab;
  }

  /** It takes all tabs of the site along. */
  async crash(tab: Tab): Promise<void> {
    await this.navigate(tab, "about:crashcontent").catch(ifGone);
    await Bun.sleep(500);
  }

  async blockCookies(origin: string): Promise<void> {
    await this.#inWindows(`const { DENY_ACTION } = Ci.nsIPermissionManager;
      const principal = Services.scriptSecurityManager.createContentPrincipalFromOrigin("${origin}");
      Services.perms.addFromPrincipal(principal, "cookie", DENY_ACTION)`);
  }

  async restart(url: string): Promise<Tab> {
    const once = '"browser.sessionstore.resume_session_once", true';
    await this.#inWindows(`Services.prefs.setBoolPref(${once});
      setTimeout(() => Services.startup.quit(Ci.nsIAppStartup.eForceQuit), 50)`);
    await exitOf(this.#process);
    await this.#start();
    return this.#tabAt(url);
  }

  async #end(): Promise<void> {
    void this.send("browser.close").catch(ifGone);
    await exitOf(this.#process);
  }

  async stop(): Promise<void> {
    await this.#end();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** A click may take away the very page that it is made on. */
function ifGone(): void {}

/** Where Firefox says that it listens. Reads on, so that it never waits for its reader. */
function addressIn(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Promise((resolve, reject) => {
    (async () => {
      let text = "";
      const decoder = new TextDecoder();
      for await (const chunk of stream) {
        text = (text + decoder.decode(chunk)).slice(-4000);
        const address = /listening on (ws:\S+)/.exec(text)?.[1];
        if (address) resolve(address);
      }
      reject(new Error(`Firefox ended: ${text}`));
    })();
  });
}
