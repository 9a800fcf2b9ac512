// Runs scenarios on the dashboard's pages in Chromium, and collects errors and axe violations.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { actionMsMax, launch } from "../../../../scripts/programs/browser/chromium.mjs";
import { owner, startSession } from "../../../../scripts/programs/dashboard-client/page-acts.mjs";

/** Minified: it is sent to each page that is checked. */
const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const axeSource = readFileSync(axeFile, "utf8");

/**
 * A job that runs the scenario named by its argument, and gives its result with the errors of the
 * pages. A scenario receives the browser, its context, a page, and the rest of the argument; `flags`
 * are for Chromium.
 */
export function play(scenarios, { before = () => {} } = {}) {
  return async ({ scenario, flags, ...rest }) => {
    const browser = await launch({ flags });
    const faults = [];
    try {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
      context.on("page", (page) => watch(page, faults));
      const page = await context.newPage();
      await before({ page, ...rest });
      const seen = await scenarios[scenario]({ browser, context, page, ...rest });
      return { ...seen, faults };
    } finally {
      await browser.close();
    }
  };
}

/** For scenarios that start signed in. */
export const signedIn = ({ page, url, email }) =>
  startSession(page, url, { email, password: owner.password });

/** Collects the errors of a page: exceptions, console errors, requests to other origins. */
export function watch(page, faults) {
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser also logs error responses that the page handles.
    if (message.type() !== "error" || /status of 4\d\d/.test(message.text())) return;
    faults.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (request.url().startsWith("data:") || origin === new URL(page.url()).origin) return;
    if (page.url() !== "about:blank") faults.push(`elsewhere: ${request.url()}`);
  });
}

/**
 * Waits until nothing fades or moves any more, but for what never ends: colours differ meanwhile.
 * @throws Error that names what still moves after the time that an action has.
 */
async function settled(page) {
  const moving = await page.evaluate(async (timeoutMs) => {
    const endsMs = ({ effect }) => effect?.getComputedTiming().endTime;
    // What has finished may stay in effect: it is not waited for again.
    const running = () =>
      document
        .getAnimations()
        .filter((one) => one.playState === "running" && Number.isFinite(endsMs(one)));
    const deadline = performance.now() + timeoutMs;
    while (running().length > 0 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return running().map((one) => {
      const { target, pseudoElement } = one.effect;
      const what = one.animationName ?? one.transitionProperty;
      return `${what} of ${target.tagName}.${target.className} ${pseudoElement ?? ""} at ${one.currentTime} of ${endsMs(one)}`;
    });
  }, actionMsMax);
  if (moving.length > 0) throw new Error(`These do not end: ${moving.join(", ")}`);
}

/** Waits until a key reaches this element: a dialog or a list has the focus a moment after it is visible. */
export const focused = (page, locator) => locator.and(page.locator(":focus")).waitFor();

/** What was downloaded: the browser keeps the file, as it may be on another machine. */
export async function textOf(download) {
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** What a dialog of several parts says when it is done, and the result of each part; it is closed then. */
export async function resultsOf(dialog) {
  await dialog.getByRole("button", { name: "Done" }).waitFor();
  const rows = await dialog.locator(".part-results li").allInnerTexts();
  const done = await dialog.getByRole("status").textContent();
  await dialog.getByRole("button", { name: "Done" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  return [done, ...rows.map((row) => row.split("\n").at(-1))];
}

/** The rules whose result depends on colours. All others find the same in either theme. */
const rulesOfColours = ["color-contrast", "link-in-text-block"];

/**
 * Violations on the page in its current state, but for minor ones, in both themes. A document is given axe once,
 * and tells only these: sending the source again, and all that was found, takes longer than the check.
 */
export async function axe(page) {
  const inLight = await violationsIn(page, "light");
  const inDark = await violationsIn(page, "dark", rulesOfColours);
  await page.emulateMedia({ colorScheme: "light" });
  return [...inLight, ...inDark];
}

/** @param rules by default all. */
async function violationsIn(page, colorScheme, rules) {
  await page.emulateMedia({ colorScheme });
  await settled(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (values) => {
    // An open menu is put beside the page, where no landmark can have it.
    const menu = "[data-radix-popper-content-wrapper]";
    axe.configure({ rules: [{ id: "region", selector: `body *:not(${menu}, ${menu} *)` }] });
    const runOnly = values && { type: "rule", values };
    const { violations } = await axe.run(document, { resultTypes: ["violations"], runOnly });
    return violations
      .filter(({ impact }) => impact !== "minor")
      .map(({ id, nodes }) => {
        const where = nodes.map(({ html }) => html.slice(0, 160)).join(" | ");
        return `${id}: ${where}: ${nodes[0].failureSummary}`;
      });
  }, rules);
  return found.map((one) => `${colorScheme}: ${one}`);
}

/** Goes to another page of the dashboard as its links do: a document that is loaded anew takes axe anew. */
export const visit = (page, address) =>
  page.evaluate((to) => history.pushState(null, "", to), address);

/** The page, or its dialog, in both themes, on a phone and at 400 % zoom: violations, and what is wider than it. */
export async function looks(page, { name, pictures }) {
  const found = [];
  for (const width of [320, 1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => {
      const dialog = document.querySelector("[role=dialog]") ?? document.documentElement;
      return Math.max(dialog.scrollWidth - dialog.clientWidth, 0);
    });
    if (wide > 0) found.push(`${name} is ${wide} too wide on ${width}`);
    if (width === 320) continue;
    found.push(...(await axe(page)));
    if (pictures) await inBothThemes(page, `${pictures}/${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  return found;
}

async function inBothThemes(page, path) {
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    await page.screenshot({ path: `${path}-${colorScheme}.png` });
  }
}
