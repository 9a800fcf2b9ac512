// A fresh Chromium for one visit: no cache, no compiled code, no warm renderer of the visit before.
// It is started by hand and without Playwright's own settings, which keep every tab in view.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

/** Set by `bench-page.ts`. */
const executablePath = process.env.CHROMIUM;
const startMs = 20_000;

/** Such as `Chromium 140.0.7339.80`. */
export function chromiumVersion() {
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync(executablePath, ["--version"], options).match(/^\S+ [\d.]+/)[0];
}

/** As in a person's hands: Plausible's script does nothing in a browser that says it is driven. */
function flags(profile) {
  const [major] = chromiumVersion().match(/\d+/);
  const system = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)";
  return [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-blink-features=AutomationControlled",
    `--user-agent=${system} Chrome/${major}.0.0.0 Safari/537.36`,
    "--window-size=1366,900",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE *.localhost, EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ];
}

/**
 * @param {(browser: import("playwright-core").Browser) => Promise<Result>} use
 * @returns {Promise<Result>} What `use` gave. The browser and its profile are gone by then.
 * @template Result
 */
export async function withFreshBrowser(use) {
  const profile = mkdtempSync(join(tmpdir(), "booking-risk-bench-page-"));
  const child = spawn(executablePath, flags(profile), { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const browser = await chromium.connectOverCDP(await address(child), { noDefaults: true });
    const result = await use(browser);
    const session = await browser.newBrowserCDPSession();
    await session.send("Browser.close");
    await ended;
    return result;
  } finally {
    if (child.exitCode === null) child.kill("SIGKILL");
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Where the started browser takes commands, as it says itself. */
function address(child) {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = () => reject(new Error(`Chromium did not start: ${said.trim()}`));
    const timer = setTimeout(fail, startMs);
    child.once("exit", fail);
    child.stderr.on("data", (chunk) => {
      said = (said + chunk).slice(-4000);
      const [found] = said.match(/ws:\/\/\S+(?=\s)/) ?? [];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}
