// Chromium under Playwright, for the scripts that `run-node.ts` starts.
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

/** Set by whoever starts `host.mjs` or `server.mjs`. */
const executablePath = process.env.CHROMIUM;
/** @type {import("playwright-core").Browser | null} which scripts share that need no flags of their own. */
let shared = null;

/**
 * The flags of a browser that is not driven. The user agent is a flag because Playwright's own
 * setting does not reach the requests that outlive a page.
 */
export function handledFlags() {
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  const [major] = execFileSync(executablePath, ["--version"], options).match(/\d+/);
  const system = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  return [
    "--disable-blink-features=AutomationControlled",
    `--user-agent=${system} Chrome/${major}.0.0.0 Safari/537.36`,
  ];
}

/**
 * @param {{ cached?: boolean, handled?: boolean, autofill?: boolean, flags?: string[] }} options
 *   `cached` turns the back-forward cache on, which Playwright turns off; `handled` hides that the
 *   browser is driven; `autofill` is for `autofill` below; `flags` are further ones of Chromium.
 *   With any of these the browser is not the one that scripts share.
 */
export async function launch({
  cached = false,
  handled = false,
  autofill = false,
  flags = [],
} = {}) {
  const isOwn = cached || handled || autofill || flags.length > 0;
  if (shared && !isOwn) return partOf(shared);
  const own = await chromium.launch({
    ...started,
    ignoreDefaultArgs: cached ? ["--disable-back-forward-cache"] : [],
    args: [...started.args, ...(handled ? handledFlags() : []), ...flags],
  });
  return { ...partOf(own), close: () => own.close() };
}

/** Starts the Chromium that scripts of this process share from now on. @param path of its executable. */
export async function share(path) {
  shared = await chromium.launch({ ...started, executablePath: path });
  return shared;
}

/** The time limit of an action on a page, ms: so long that on a slow machine, too, only one that never succeeds reaches it. */
export const actionMsMax = 120_000;

/** What a script uses of a browser that it shares: contexts of its own, with which it closes its part. */
function partOf(browser) {
  const contexts = [];
  const newContext = async (options) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(actionMsMax);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: () => Promise.all(contexts.map((context) => context.close())),
  };
}

/** No window, and no requests of its own. */
export const quietFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const started = { executablePath, headless: true, args: quietFlags };

/** Fills a form from a saved card, as Chromium does when the user chooses one; its headless shell cannot. */
export async function autofill(context, page, selector, card) {
  await page.click(selector);
  const session = await context.newCDPSession(page);
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { node } = await session.send("DOM.describeNode", { nodeId });
  // Nothing is filled before the form is known to the browser's own process, which tells nobody when it is.
  for (let tries = 0; tries < autofillTries; tries++) {
    await session.send("Autofill.trigger", { fieldId: node.backendNodeId, card }).catch(() => {});
    const filled = await page
      .waitForFunction((one) => document.querySelector(one).value !== "", selector, {
        timeout: 500,
      })
      .catch(() => null);
    if (filled) return;
  }
  throw new Error(`The browser has not filled ${selector}.`);
}

const autofillTries = 100;
