// Starts a new Chromium for each visit: no cache, no compiled code, no warm renderer. It is not started by
// Playwright, whose settings would keep every tab visible.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { handledFlags, quietFlags } from "../../programs/browser/chromium.mjs";

/** Set by `page-cost.ts`. */
const executablePath = process.env.CHROMIUM;
const startMs = 20_000;

/** For example `Chromium 140.0.7339.80`. */
export function chromiumVersion() {
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync(executablePath, ["--version"], options).match(/^\S+ [\d.]+/)[0];
}

/** Like a person's browser, because Plausible's script does nothing in an automated one. */
function flags(profile) {
  return [
    ...quietFlags,
    ...handledFlags(),
    "--window-size=1366,900",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE *.localhost, EXCLUDE 127.0.0.1",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ];
}

/**
 * @param {(browser: import("playwright-core").Browser) => Promise<Result>} use
 * @returns {Promise<Result>} The result of `use`, after the browser has exited and its profile is deleted.
 * @template Result
 */
export async function withFreshBrowser(use) {
  const profile = mkdtempSync(join(tmpdir(), "booking-risk-page-cost-"));
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

/** The DevTools address that the browser prints. */
function address(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    const fail = () => reject(new Error(`Chromium did not start: ${output.trim()}`));
    const timer = setTimeout(fail, startMs);
    child.once("exit", fail);
    child.stderr.on("data", (chunk) => {
      output = (output + chunk).slice(-4000);
      const [found] = output.match(/ws:\/\/\S+(?=\s)/) ?? [];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}
