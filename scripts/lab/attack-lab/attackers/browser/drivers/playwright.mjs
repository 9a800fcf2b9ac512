/** Playwright and its forks: `playwright-core`, `playwright-extra` with stealth, `patchright-core`. */
import { environmentOf, executablePath, neededFlags, writeProfile } from "../chromium.mjs";

const libraries = {
  playwright: async () => (await import("playwright-core")).chromium,
  patchright: async () => (await import("patchright-core")).chromium,
  async "playwright-extra"(person) {
    const { addExtra } = await import("playwright-extra");
    const { stealthFor } = await import("./stealth.mjs");
    const chromium = addExtra((await import("playwright-core")).chromium);
    for (const plugin of stealthFor(person)) chromium.use(plugin);
    return chromium;
  },
};

/** A disguised browser: the stealth plug-in works on contexts, the others follow Patchright's advice. */
async function openDisguised(chromium, options, { library, person, folder }) {
  if (library === "playwright-extra") {
    const browser = await chromium.launch(options);
    const page = await browser.newPage({
      locale: person.language,
      timezoneId: person.timeZone,
      viewport: { width: 1366, height: 768 },
    });
    return { page, close: () => browser.close() };
  }
  writeProfile(folder, person.language);
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...options.args, "--disable-blink-features=AutomationControlled"],
    ignoreDefaultArgs: ["--enable-automation"],
    viewport: null,
  });
  return { page: context.pages()[0] ?? (await context.newPage()), close: () => context.close() };
}

async function open({ library, headful, disguised, proxy, person, folder, display }) {
  const chromium = await libraries[library](person);
  const options = {
    executablePath,
    headless: !headful,
    args: neededFlags(proxy),
    env: environmentOf(person, display),
  };
  if (disguised) return openDisguised(chromium, options, { library, person, folder });
  const browser = await chromium.launch(options);
  return { page: await browser.newPage(), close: () => browser.close() };
}

export async function openPlaywright(options) {
  const { page, close } = await open(options);
  for (const path of options.blocked ?? []) {
    await page.route(`**${path}`, (route) => route.abort());
  }
  return {
    page,
    close,
    goto: (url) => page.goto(url),
    reached: (path) => page.waitForURL((url) => url.pathname.startsWith(path)),
    fill: (selector, text) => page.fill(selector, text),
    type: (selector, text, delay) => page.locator(selector).pressSequentially(text, { delay }),
    select: (selector, value) => page.selectOption(selector, value),
    click: (selector) => page.locator(selector).first().click(),
    evaluate: (work, argument) => page.evaluate(work, argument),
    // Patchright evaluates in an isolated world, which does not see the objects of the page's scripts.
    evaluateAsPage: (work) =>
      options.library === "patchright"
        ? page.evaluate(work, undefined, undefined, false)
        : page.evaluate(work),
    box: (selector) => page.locator(selector).first().boundingBox(),
    move: (x, y) => page.mouse.move(x, y),
    press: () => page.mouse.down(),
    release: () => page.mouse.up(),
    wheel: (down) => page.mouse.wheel(0, down),
    keyDown: (key) => page.keyboard.down(key),
    keyUp: (key) => page.keyboard.up(key),
    insert: (text) => page.keyboard.insertText(text),
  };
}
