// Measures the analyst's desk in Chromium: from a key press to the next case of the review queue and to a decision's first
// screen, and from a click in a list that has just been opened, each until everything on it was painted. Its argument:
// {"url":"…","cookie":"…","projectId":"…","runs":50,"decisionIds":["dec_…"]}, all of the list's first page.
import { launch } from "../../programs/browser/chromium.mjs";
import { contextOf } from "./signed-in-context.mjs";

const paintedMsMax = 60_000;

/** In the page, before its own listeners, which keep keys for themselves. */
function noteEvents() {
  const note = ({ timeStamp }) => {
    window.actedAt ??= timeStamp; // The Enter key causes a click, too.
  };
  for (const type of ["keydown", "click"]) addEventListener(type, note, { capture: true });
}

/**
 * In the page: begins to measure the ms from the next event to the paint of the first screen of another decision than now.
 * What is seen without scrolling is there: its reasons, its identities with their counts, and the strip of bookings.
 */
function firstScreen() {
  const shown = () => document.querySelector(".decision-first");
  const before = shown();
  const isWhole = (screen) =>
    screen !== null &&
    screen !== before &&
    screen.querySelector(".skeleton, [aria-label=Loading]") === null &&
    screen.querySelector(".decision-facts, .decision-summary p") !== null &&
    [...screen.querySelectorAll(".decision-identities .seen")].every(
      (one) => one.textContent !== "",
    );
  window.actedAt = null;
  window.measured = new Promise((resolve) => {
    const look = () => {
      if (window.actedAt === null || !isWhole(shown())) return requestAnimationFrame(look);
      // The frame in which it is there is painted before the next one begins.
      requestAnimationFrame(() => resolve(performance.now() - window.actedAt));
    };
    look();
  });
}

/** @param act what is measured. @returns ms. */
async function measured(page, act) {
  await page.evaluate(firstScreen);
  await act();
  return page.evaluate(() => window.measured);
}

/** One case after the other, with the keys of the verdicts. */
async function nextCases(page, { url, projectId, runs }) {
  await page.goto(`${url}/dashboard/p/${projectId}/review`);
  const open = page.getByRole("button", { name: "Open the next case" });
  await open.waitFor();
  await measured(page, () => open.click());
  const times = [];
  for (let run = 0; run < runs; run++) {
    times.push(await measured(page, () => page.keyboard.press(run % 2 ? "f" : "g")));
  }
  return times;
}

/** How long a row of the list is read before it is opened, ms: less than a person takes. */
const rowReadMs = 300;

/** Decisions of the list, one after the other, with the keys: moves to the next row, reads it, opens it, and goes back. */
async function decisionsByKey(page, { url, projectId, decisionIds }) {
  const times = [];
  const opened = new Set();
  await page.goto(`${url}/dashboard/p/${projectId}/decisions`);
  for (const decisionId of decisionIds) {
    await rowOf(page, decisionId).waitFor();
    await page.keyboard.press("j");
    await page.waitForTimeout(rowReadMs);
    times.push(await measured(page, () => page.keyboard.press("Enter")));
    opened.add(page.url());
    await page.goBack();
  }
  // One that is opened again would be there at once.
  if (opened.size < decisionIds.length) throw new Error(`Only ${opened.size} were opened.`);
  return times;
}

/** Decisions of the list, each by a click as soon as its row appears in a newly opened list. */
async function decisionsByClick(page, { url, projectId, decisionIds }) {
  const times = [];
  for (const decisionId of decisionIds) {
    await page.goto(`${url}/dashboard/p/${projectId}/decisions`);
    const row = rowOf(page, decisionId);
    await row.waitFor();
    times.push(await measured(page, () => row.click()));
  }
  return times;
}

const rowOf = (page, decisionId) => page.locator(`a[href$="/decisions/${decisionId}"]`).first();

export default async ({ cookie, ...given }) => {
  const browser = await launch();
  const context = await contextOf(browser, { url: given.url, cookie });
  await context.addInitScript(noteEvents);
  const page = await context.newPage();
  page.setDefaultTimeout(paintedMsMax);
  const toDecision = await decisionsByKey(page, given);
  const toDecisionAtOnce = await decisionsByClick(page, given);
  const toNextCase = await nextCases(page, given);
  await browser.close();
  return { toNextCase, toDecision, toDecisionAtOnce };
};
