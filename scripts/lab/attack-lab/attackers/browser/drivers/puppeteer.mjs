/** Puppeteer and its forks: `puppeteer-core`, `puppeteer-extra` with stealth, `rebrowser`. */
import { environmentOf, executablePath, neededFlags, writeProfile } from "../chromium.mjs";

const reachMsMax = 30_000;

const libraries = {
  puppeteer: async () => (await import("puppeteer-core")).default,
  rebrowser: async () => (await import("rebrowser-puppeteer-core")).default,
  async "puppeteer-extra"(person) {
    const { addExtra } = await import("puppeteer-extra");
    const { stealthFor } = await import("./stealth.mjs");
    const puppeteer = addExtra((await import("puppeteer-core")).default);
    for (const plugin of stealthFor(person)) puppeteer.use(plugin);
    return puppeteer;
  },
};

const disguiseFlags = ["--window-size=1366,840", "--disable-blink-features=AutomationControlled"];

/** As in the first example of each library's documentation; disguised ones use a person's window. */
async function open({ library, headful, disguised, proxy, person, folder, display }) {
  const puppeteer = await libraries[library](person);
  if (disguised) writeProfile(folder, person.language);
  const browser = await puppeteer.launch({
    executablePath,
    headless: !headful,
    args: [...neededFlags(proxy), ...(disguised ? disguiseFlags : [])],
    env: environmentOf(person, display),
    ...(disguised && { userDataDir: folder, defaultViewport: null }),
  });
  // Not the browser's initial tab: plug-ins only prepare tabs that are opened later.
  return { page: await browser.newPage(), close: () => browser.close() };
}

/** Polls the URL, because Rebrowser's `waitForFunction` does not work after a navigation. */
async function reached(page, path) {
  const deadline = Date.now() + reachMsMax;
  while (!new URL(page.url()).pathname.startsWith(path)) {
    if (Date.now() > deadline) throw new Error(`${path} was not reached`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await page.waitForSelector("footer");
}

export async function openPuppeteer(options) {
  const { page, close } = await open(options);
  return {
    page,
    close,
    goto: (url) => page.goto(url),
    reached: (path) => reached(page, path),
    fill: (selector, text) => page.type(selector, text),
    type: (selector, text, delay) => page.type(selector, text, { delay }),
    select: (selector, value) => page.select(selector, value),
    click: (selector) => page.click(selector),
    evaluate: (work, argument) => page.evaluate(work, argument),
    evaluateAsPage: (work) => page.evaluate(work),
    box: async (selector) => (await page.$(selector)).boundingBox(),
    move: (x, y) => page.mouse.move(x, y),
    press: () => page.mouse.down(),
    release: () => page.mouse.up(),
    wheel: (down) => page.mouse.wheel({ deltaY: down }),
    keyDown: (key) => page.keyboard.down(key),
    keyUp: (key) => page.keyboard.up(key),
    insert: (text) => page.keyboard.sendCharacter(text),
  };
}
