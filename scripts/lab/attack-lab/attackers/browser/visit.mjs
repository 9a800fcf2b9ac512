// node visit.mjs '{"library":"playwright","behaviour":"program","site":…,"bookers":[…],…}' drives a
// browser through one visit and prints {"bookings":[{"collectionId":…,"denied":…}]}: what the page of
// each booking shows.
// "keepOpenMs" keeps the tab open for that long afterwards.

import { bookWithCurves, readWithCurves } from "./behaviours/curves.mjs";
import { bookWithGhost } from "./behaviours/ghost-cursor.mjs";
import { bookInPage } from "./behaviours/in-page.mjs";
import { bookAsProgram } from "./behaviours/plain-script.mjs";
import { startDisplay } from "./chromium.mjs";
import { openPlaywright } from "./drivers/playwright.mjs";
import { openPuppeteer } from "./drivers/puppeteer.mjs";
import { openSelenium } from "./drivers/selenium.mjs";
import { randomOf } from "./random.mjs";

const drivers = {
  playwright: openPlaywright,
  "playwright-extra": openPlaywright,
  patchright: openPlaywright,
  puppeteer: openPuppeteer,
  "puppeteer-extra": openPuppeteer,
  rebrowser: openPuppeteer,
  selenium: openSelenium,
};

const behaviours = {
  program: bookAsProgram,
  "in-page": bookInPage,
  curves: bookWithCurves,
  ghost: bookWithGhost,
  /** Browses without booking. */
  reader: readWithCurves,
};

/** The result page shows the request with its collection id; on other pages the SDK has it. */
const shownBooking = (browser) =>
  browser.evaluateAsPage(() => {
    const sent = document.querySelector("#request")?.textContent;
    const own = sent ? JSON.parse(sent).collectionId : window.Service?.getCollectionId();
    const denied = document.querySelector(".outcome.deny") !== null;
    return { collectionId: own ?? "", denied };
  });

async function visit({ seed, bookers, keepOpenMs = 0, ...options }) {
  const random = randomOf(seed);
  const display = options.headful ? await startDisplay() : undefined;
  let browser;
  try {
    const start = { ...options, person: bookers[0], display: display?.name };
    browser = await drivers[options.library](start);
    const bookings = [];
    for (const person of bookers) {
      await behaviours[options.behaviour](browser, { ...options, person, random });
      bookings.push(await shownBooking(browser));
    }
    process.stdout.write(`${JSON.stringify({ bookings })}\n`);
    await random.pause(keepOpenMs, keepOpenMs);
  } finally {
    await browser?.close();
    display?.stop();
  }
}

try {
  await visit(JSON.parse(process.argv[2]));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
}
