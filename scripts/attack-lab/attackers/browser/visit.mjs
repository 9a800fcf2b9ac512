// node visit.mjs '{"library":"playwright","hand":"program","site":…,"bookers":[…],…}' drives one
// browser through one visit and prints {"collections":[…]}: the collection's id of each booking.
// With "lingerMs" the tab stays open that long afterwards.
import { chanceOf } from "./chance.mjs";
import { startDisplay } from "./chromium.mjs";
import { openPlaywright } from "./drivers/playwright.mjs";
import { openPuppeteer } from "./drivers/puppeteer.mjs";
import { openSelenium } from "./drivers/selenium.mjs";
import { bookWithCurves, readWithCurves } from "./hands/curve.mjs";
import { bookWithGhost } from "./hands/ghost.mjs";
import { bookInPage } from "./hands/in-page.mjs";
import { bookAsProgram } from "./hands/program.mjs";

const drivers = {
  playwright: openPlaywright,
  "playwright-extra": openPlaywright,
  patchright: openPlaywright,
  puppeteer: openPuppeteer,
  "puppeteer-extra": openPuppeteer,
  rebrowser: openPuppeteer,
  selenium: openSelenium,
};

const hands = {
  program: bookAsProgram,
  "in-page": bookInPage,
  curves: bookWithCurves,
  ghost: bookWithGhost,
  /** Looks around and books nothing. */
  reader: readWithCurves,
};

/** A booked page tells whose collection it was; any other is asked for it. */
const collectionOf = (browser) =>
  browser.evaluateAsPage(() => {
    const sent = document.querySelector("#request")?.textContent;
    return (sent ? JSON.parse(sent).collectionId : window.Service?.getCollectionId()) ?? "";
  });

async function visit({ seed, bookers, lingerMs = 0, ...options }) {
  const chance = chanceOf(seed);
  const display = options.headful ? await startDisplay() : undefined;
  let browser;
  try {
    const start = { ...options, person: bookers[0], display: display?.name };
    browser = await drivers[options.library](start);
    const collections = [];
    for (const person of bookers) {
      await hands[options.hand](browser, { ...options, person, chance });
      collections.push(await collectionOf(browser));
    }
    process.stdout.write(`${JSON.stringify({ collections })}\n`);
    await chance.pause(lingerMs, lingerMs);
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
