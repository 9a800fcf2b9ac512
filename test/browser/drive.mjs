// node drive.mjs '{"scenario":"tab","site":"http://127.0.0.1:4000"}' acts out one scenario of
// sdk.test.ts on its fixture pages, and prints what the pages saw as JSON.
import { answer, launch } from "./chromium.mjs";

const collectionId = (page) =>
  page
    .waitForFunction(() => window.Service?.getCollectionId?.(), null, { timeout: 10_000 })
    .then((handle) => handle.jsonValue());

const faults = (page) => page.evaluate(() => window.faults);

async function open(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const fields = ["first_name", "email", "hotelPhone", "card", "secret", "street", "wishes"];

const scenarios = {
  /** One tab through links, a reload and back; then a second tab beside it. */
  async tab({ context, site }) {
    const page = await open(context, `${site}/one?query=q#fragment`);
    const ids = [await collectionId(page)];
    await page.click("text=two");
    ids.push(await collectionId(page));
    await page.reload();
    ids.push(await collectionId(page));
    await page.goBack();
    ids.push(await collectionId(page));
    const other = await collectionId(await open(context, `${site}/one`));
    const again = await collectionId(page);
    await page.waitForTimeout(500);
    return { ids, other, again };
  },

  /** Tabs that start with a copy of this tab's storage. */
  async copies({ context, site }) {
    const page = await open(context, `${site}/one`);
    const first = await collectionId(page);
    await page.evaluate(() => sessionStorage.setItem("marker", "copied"));
    const opened = context.waitForEvent("page");
    await page.evaluate(() => void window.open("/two"));
    const popup = await opened;
    const popupId = await collectionId(popup);
    const marker = await popup.evaluate(() => sessionStorage.getItem("marker"));
    // A duplicated tab: everything that lies in the first one's storage now.
    const copy = await page.evaluate(() => ({ ...sessionStorage }));
    const duplicate = await context.newPage();
    await duplicate.addInitScript((items) => Object.assign(sessionStorage, items), copy);
    await duplicate.goto(`${site}/one`);
    const duplicateId = await collectionId(duplicate);
    await page.click("text=two");
    return { first, popupId, marker, duplicateId, later: await collectionId(page) };
  },

  /** Back to a page that the browser kept alive. */
  async cached({ context, site }) {
    const page = await open(context, `${site}/one`);
    await page.evaluate(() => {
      addEventListener("pageshow", (event) => (window.fromCache = event.persisted));
    });
    const ids = [await collectionId(page)];
    await page.click("text=two");
    ids.push(await collectionId(page));
    await page.waitForTimeout(300);
    await page.goBack({ waitUntil: "commit" });
    ids.push(await collectionId(page));
    const fromCache = await page.evaluate(() => window.fromCache === true);
    await page.click("text=form");
    ids.push(await collectionId(page));
    await page.waitForTimeout(400);
    return { ids, fromCache };
  },

  async denied({ context, site }) {
    const page = await open(context, `${site}/denied`);
    const first = await collectionId(page);
    const second = await collectionId(page);
    await page.waitForTimeout(500);
    const firstFaults = await faults(page);
    await page.reload();
    const next = await collectionId(page);
    return { first, second, next, faults: [...firstFaults, ...(await faults(page))] };
  },

  async twice({ context, site }) {
    const page = await open(context, `${site}/twice`);
    const id = await collectionId(page);
    await page.waitForTimeout(500);
    await page.mouse.move(10, 10);
    await page.mouse.move(200, 120, { steps: 10 });
    await page.waitForTimeout(2300);
    const globals = await page.evaluate(() => {
      const frame = document.body.appendChild(document.createElement("iframe"));
      const usual = new Set(Object.getOwnPropertyNames(frame.contentWindow));
      return Object.getOwnPropertyNames(window).filter((name) => !usual.has(name) && name !== "0");
    });
    return { id, globals, faults: await faults(page) };
  },

  /** Types a marker into every field, by the keyboard, and sends the form. */
  async typing({ context, site, secret }) {
    const page = await open(context, `${site}/form?secret=${secret}#${secret}`);
    const id = await collectionId(page);
    // The marker is no e-mail address, and is to be sent all the same.
    await page.evaluate(() => document.querySelector("form").toggleAttribute("novalidate"));
    for (const name of fields) {
      await page.click(`[name=${name}]`);
      await page.keyboard.type(secret, { delay: 20 });
    }
    await page.keyboard.press("Backspace");
    await page.selectOption("select", "PT");
    await page.click("button");
    await page.waitForURL("**/thanks");
    await page.waitForTimeout(300);
    return { id };
  },

  async paste({ context, site, secret }) {
    const page = await open(context, `${site}/form`);
    await page.click("[name=first_name]");
    await page.keyboard.type(secret);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+c");
    await page.click("[name=street]");
    await page.keyboard.press("Control+v");
    const pasted = await page.inputValue("[name=street]");
    await page.click("button");
    await page.waitForURL("**/thanks");
    return { pasted };
  },

  /** One field with made-up events, the others without any, then a click from the script. */
  async scripted({ context, site, secret }) {
    const page = await open(context, `${site}/form`);
    await collectionId(page);
    await page.evaluate(
      ([names, value]) => {
        for (const name of names) document.querySelector(`[name=${name}]`).value = value;
        const email = document.querySelector("[name=email]");
        email.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
        email.dispatchEvent(new InputEvent("input", { bubbles: true }));
        document.querySelector("form").noValidate = true;
        document.querySelector("button").click();
      },
      [fields, secret],
    );
    await page.waitForURL("**/thanks");
    await page.waitForTimeout(300);
  },

  /** A form restored by the browser on the way back was typed before. */
  async restored({ context, site }) {
    const page = await open(context, `${site}/form`);
    await page.click("[name=first_name]");
    await page.keyboard.type("Ada");
    await page.click("button");
    await page.waitForURL("**/thanks");
    await page.goBack();
    await collectionId(page);
    const value = await page.inputValue("[name=first_name]");
    await page.click("button");
    await page.waitForURL("**/thanks");
    await page.waitForTimeout(300);
    return { value };
  },

  async singlePage({ context, site }) {
    const page = await open(context, `${site}/one`);
    const ids = [await collectionId(page)];
    await page.evaluate(() => {
      history.pushState({}, "", "/rooms/12?query=q");
      history.replaceState({}, "", "/rooms/12?query=r");
      history.pushState({}, "", "/checkout");
    });
    await page.evaluate(() => history.back());
    await page.waitForURL("**/rooms/12*");
    ids.push(await collectionId(page));
    await page.waitForTimeout(2500);
    return { ids };
  },

  /** Moves, scrolls, types, and is gone before any timer could send it. */
  async leaving({ context, site }) {
    const page = await open(context, `${site}/form`);
    const id = await collectionId(page);
    await page.waitForTimeout(400);
    await page.mouse.move(20, 20);
    await page.mouse.move(300, 200, { steps: 8 });
    await page.click("[name=email]");
    await page.keyboard.type("ab");
    await page.close({ runBeforeUnload: true });
    await new Promise((resolve) => setTimeout(resolve, 700));
    return { id };
  },

  async scrolling({ context, site }) {
    const page = await open(context, `${site}/one`);
    await collectionId(page);
    await page.mouse.move(200, 200);
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(1200);
    await page.mouse.wheel(0, 4000);
    await page.waitForTimeout(2800);
  },

  /** The intake is down while one page lives; the test brings it up between the two waits. */
  async outage({ context, site, leave, msDown, msUp }) {
    const page = await open(context, `${site}/form`);
    const ids = [await collectionId(page)];
    await page.click("[name=email]");
    await page.keyboard.type("a");
    await page.click("[name=street]");
    await page.waitForTimeout(msDown);
    if (leave) await page.click("text=one");
    ids.push(await collectionId(page));
    await page.waitForTimeout(msUp);
    return { ids, faults: await faults(page) };
  },

  async offline({ context, site }) {
    const page = await open(context, `${site}/form`);
    const id = await collectionId(page);
    await page.waitForTimeout(400);
    await context.setOffline(true);
    await page.click("[name=email]");
    await page.keyboard.type("a");
    await page.click("[name=street]");
    await page.waitForTimeout(2600);
    await context.setOffline(false);
    await page.waitForTimeout(700);
    return { id, faults: await faults(page) };
  },

  async hostile({ context, site }) {
    const page = await open(context, `${site}/hostile`);
    const id = await collectionId(page);
    await page.click("[name=email]");
    await page.keyboard.type("a");
    await page.evaluate(() => document.dispatchEvent(new Event("input")));
    await page.evaluate(() => history.pushState({}, "", "/hostile/next"));
    await page.waitForTimeout(2600);
    return { id, faults: await faults(page) };
  },
};

await answer(async ({ scenario, ...rest }) => {
  const browser = await launch({ cached: scenario === "cached" });
  try {
    return (await scenarios[scenario]({ context: await browser.newContext(), ...rest })) ?? {};
  } finally {
    await browser.close();
  }
});
