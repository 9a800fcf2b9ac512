// Acts out one scenario of sdk.test.ts on its fixture pages, and gives what the pages saw. Its
// argument: {"scenario":"tab","site":"http://127.0.0.1:4000"}.
import { setTimeout as wait } from "node:timers/promises";
import { autofill, launch } from "../../../scripts/programs/browser/chromium.mjs";
import { batchWith, sent, thanked } from "./batches.mjs";

const collectionId = (page) =>
  page
    .waitForFunction(() => window.Service?.getCollectionId?.())
    .then((handle) => handle.jsonValue());

/**
 * Headless Chromium tells a new page that the mouse is in its corner. Whether the script is there in time
 * to see it depends on the machine.
 */
function ignoreCorner() {
  const ignore = (event) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation();
  };
  addEventListener("pointermove", ignore, true);
}

const faults = (page) => page.evaluate(() => window.faults);

async function open(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

/** A finger put down at a place, moved by some steps, and lifted; with an area where it has one. */
async function swipe(context, page, { from, steps = [], radius }) {
  const session = await context.newCDPSession(page);
  const send = (type, touchPoints) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  const at = (x, y) => [{ x, y, ...(radius && { radiusX: radius, radiusY: radius }) }];
  await send("touchStart", at(from.x, from.y));
  for (const { x, y } of steps) await send("touchMove", at(x, y));
  await send("touchEnd", []);
}

/** A mouse whose events are as far apart as they say, however busy the machine is. */
async function mouseOf(context, page) {
  const session = await context.newCDPSession(page);
  let timestamp = Date.now() / 1000;
  return (type, { msLater = 16, ...more }) => {
    timestamp += msLater / 1000;
    return session.send("Input.dispatchMouseEvent", { type, timestamp, ...more });
  };
}

const stored = (page) =>
  page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));

/**
 * Waits until what the intake of fixtures.ts has seen fulfils a condition.
 * @param {({ refused: number, kinds: string[] }) => boolean} holds
 */
async function intakeHas(site, holds) {
  for (let tries = 0; tries < 1200; tries++) {
    if (holds(await (await fetch(`${site}/intake`)).json())) return;
    await wait(50);
  }
  throw new Error(`The intake has not seen within a minute: ${holds}`);
}

const endOutage = (site) => fetch(`${site}/intake`, { method: "POST" });

/** Moves, types and clicks: something for each collector. */
async function behave(page, text = "ab") {
  await page.mouse.move(20, 20);
  await page.mouse.move(300, 200, { steps: 5 });
  await page.click("[name=email]");
  await page.keyboard.type(text);
  await page.click("[name=street]");
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
    const last = batchWith(page, '"navigation":"back_forward"');
    await page.goBack();
    ids.push(await collectionId(page));
    const otherTab = await open(context, `${site}/one`);
    const other = await collectionId(otherTab);
    const again = await collectionId(page);
    await Promise.all([last, sent(otherTab)]);
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
    await page.waitForLoadState();
    await page.goBack({ waitUntil: "commit" });
    ids.push(await collectionId(page));
    const fromCache = await page.evaluate(() => window.fromCache === true);
    const last = batchWith(page, '"path":"/form"');
    await page.click("text=form");
    ids.push(await collectionId(page));
    await last;
    return { ids, fromCache };
  },

  async denied({ context, site }) {
    const page = await open(context, `${site}/denied`);
    const first = await collectionId(page);
    const second = await collectionId(page);
    await sent(page);
    const firstFaults = await faults(page);
    await page.reload();
    const next = await collectionId(page);
    return { first, second, next, faults: [...firstFaults, ...(await faults(page))] };
  },

  async twice({ context, site }) {
    const page = await open(context, `${site}/twice`);
    const id = await collectionId(page);
    await sent(page);
    await page.mouse.move(10, 10);
    await page.mouse.move(200, 120, { steps: 10 });
    await sent(page);
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
    await thanked(page, () => page.click("button"));
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
    await thanked(page, () => page.click("button"));
    return { pasted };
  },

  /** One field with made-up events, the others without any, then a click from the script. */
  async scripted({ context, site, secret }) {
    const page = await open(context, `${site}/form`);
    await collectionId(page);
    const fill = () =>
      page.evaluate(
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
    await thanked(page, fill);
  },

  /** Capitals with and without Shift, keys let go at once and held. */
  async keys({ context, site }) {
    const page = await open(context, `${site}/form`);
    await collectionId(page);
    await page.click("[name=first_name]");
    // All are on their way before the first is answered: each goes down as soon as the one before is up.
    const session = await context.newCDPSession(page);
    const stroke = (type, key) => {
      const text = type === "keyDown" ? { text: key } : {};
      const code = `Key${key.toUpperCase()}`;
      return session.send("Input.dispatchKeyEvent", { type, key, code, ...text });
    };
    await Promise.all([..."ABc"].flatMap((key) => [stroke("keyDown", key), stroke("keyUp", key)]));
    await page.click("[name=email]");
    await page.keyboard.type("a@b");
    await page.keyboard.down("Shift");
    await page.keyboard.press("@");
    await page.keyboard.up("Shift");
    await page.keyboard.down("Alt");
    await page.keyboard.press("@");
    await page.keyboard.up("Alt");
    await page.click("[name=street]");
    await page.keyboard.down("Shift");
    await page.keyboard.press("D");
    await page.keyboard.up("Shift");
    for (const key of ["e", "f"]) {
      await page.keyboard.down(key);
      await page.waitForTimeout(60);
      await page.keyboard.up(key);
      await page.waitForTimeout(30);
    }
    // Rolled over: the next goes down before the one before is up.
    await page.keyboard.down("g");
    await page.keyboard.down("h");
    await page.keyboard.up("g");
    await page.keyboard.up("h");
    await page.click("[name=wishes]");
    await sent(page);
  },

  /** Straight on, round a corner and back; presses with and without a way to them. */
  async paths({ context, site }) {
    const page = await open(context, `${site}/form`);
    await collectionId(page);
    await sent(page); // A batch ends a stroke.
    const mouse = await mouseOf(context, page);
    const moves = async (points) => {
      for (const [x, y] of points) await mouse("mouseMoved", { x, y });
    };
    await moves([[100, 300]]);
    await moves([120, 140, 160, 180, 200].map((x) => [x, 300]));
    await moves([320, 340, 360, 380].map((y) => [200, y]));
    await moves([360, 340, 320].map((y) => [200, y]));
    const left = { button: "left", clickCount: 1, force: 0.5 };
    await mouse("mousePressed", { x: 200, y: 320, ...left });
    await mouse("mouseReleased", { x: 200, y: 320, ...left, msLater: 80 });
    await moves([[240.5, 330]]);
    await mouse("mousePressed", { x: 400, y: 300, ...left, force: 0 });
    await mouse("mouseReleased", { x: 400, y: 300, ...left });
    await sent(page);
  },

  /** Moves that come while the page is busy reach it together. */
  async gathered({ context, site }) {
    const page = await open(context, `${site}/form`);
    await collectionId(page);
    await page.mouse.move(100, 300);
    // Several times: this process may have to wait for a processor until the page is no longer busy.
    for (let times = 0; times < 3; times++) {
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      const busy = page.evaluate(() => {
        const end = performance.now() + 400;
        while (performance.now() < end);
      });
      const moves = [];
      for (let x = 110; x < 300; x += 10) moves.push(page.mouse.move(x, 310));
      await Promise.all([busy, ...moves]);
    }
    await sent(page);
  },

  async fingers({ context, site }) {
    const page = await open(context, `${site}/one`);
    await collectionId(page);
    await page.touchscreen.tap(150, 300);
    await swipe(context, page, { from: { x: 200, y: 300 }, radius: 12 });
    const steps = [
      { x: 200, y: 260 },
      { x: 200, y: 220 },
      { x: 200, y: 180 },
    ];
    await swipe(context, page, { from: { x: 200, y: 300 }, steps, radius: 12 });
    await sent(page);
  },

  /** A program that finds all fields, those that nobody can see too. */
  async traps({ context, site, way }) {
    const page = await open(context, `${site}/traps`);
    await collectionId(page);
    if (way === "person") {
      await page.click("[name=email]");
      await page.keyboard.type("ada");
      await page.check("[name=agree]", { force: true });
    } else {
      await page.evaluate(() => {
        for (const name of ["email", "website", "company", "fax"]) {
          const field = document.querySelector(`[name=${name}]`);
          field.value = "filled";
          field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        }
      });
    }
    await thanked(page, () => page.click("button"));
  },

  /** Types and presses the button inside shadow roots, which the page sees too. */
  async shadow({ context, site }) {
    const page = await context.newPage();
    await page.addInitScript(() => {
      let requests = 0;
      const { fetch } = window;
      window.fetch = (...args) => {
        requests++;
        return fetch(...args);
      };
      // Before the script's listener and after it, within the same event.
      let before;
      addEventListener("pointerdown", () => (before = requests), true);
      addEventListener("pointerdown", () => (window.sentOnPress = requests > before));
    });
    await page.goto(`${site}/shadow`);
    const id = await collectionId(page);
    await page.click("[name=email]");
    await page.keyboard.type("ab", { delay: 20 });
    const presses = { field: await page.evaluate(() => window.sentOnPress) };
    await page.click("[name=street]");
    await page.keyboard.type("c");
    const last = batchWith(page, '"purpose":"address"');
    await page.click("text=Book");
    presses.button = await page.evaluate(() => window.sentOnPress);
    await last;
    return { id, presses, faults: await faults(page) };
  },

  /** Fills the three fields of the form and the one beside it. */
  async elements({ context, site }) {
    const page = await open(context, `${site}/elements`);
    const id = await collectionId(page);
    for (const name of ["first_name", "elements", "street", "search"]) {
      await page.click(`[name=${name}]`);
      await page.keyboard.type("a");
    }
    await thanked(page, () => page.click("button"));
    return { id };
  },

  /** What a page may do with consent, one step after the other. */
  async consent({ context, site, path, before, answers = [] }) {
    const page = await open(context, `${site}${path}`);
    if (before) {
      await page.evaluate((items) => Object.assign(localStorage, items), before);
      await page.reload();
    }
    const ids = [await collectionId(page)];
    // What is typed is no e-mail address, and is to be sent all the same.
    await page.evaluate(() => document.querySelector("form").toggleAttribute("novalidate"));
    await behave(page);
    const stores = [];
    for (const answer of answers) {
      await page.evaluate((given) => window.Service.setConsent(given), answer);
      await sent(page);
      stores.push(await stored(page));
      await behave(page, "cdefg");
    }
    await sent(page);
    stores.push(await stored(page));
    await thanked(page, () => page.click("button"));
    ids.push(await collectionId(page));
    return { ids, stores };
  },

  /** Denies while what was seen could not be sent yet. */
  async recanted({ context, site }) {
    const page = await open(context, `${site}/form`);
    const id = await collectionId(page);
    await behave(page);
    await intakeHas(site, ({ refused }) => refused >= 2);
    await page.evaluate(() => window.Service.setConsent("denied"));
    await endOutage(site);
    await intakeHas(site, ({ kinds }) => kinds.includes("page"));
    // What it kept would come before the next page's, which is one of the same document: consent is the document's.
    await page.evaluate(() => history.pushState(null, "", "/one"));
    await intakeHas(site, ({ kinds }) => kinds.filter((kind) => kind === "page").length >= 2);
    return { id };
  },

  /** Asks before the script is there, on two pages of the tab. */
  async early({ context, site, path, answer }) {
    const page = await context.newPage();
    const visit = async () => {
      await page.goto(`${site}${path}`, { waitUntil: "commit" });
      await page.waitForFunction(() => window.Service);
      const seen = await page.evaluate((given) => {
        window.kept = window.Service;
        if (given) window.Service.setConsent(given);
        return { stub: !!window.Service.calls, early: window.Service.getCollectionId() };
      }, answer);
      await page.waitForFunction(() => window.Service.getCollectionId && !window.Service.calls);
      const late = await collectionId(page);
      const kept = await page.evaluate(() => window.kept.getCollectionId());
      await sent(page);
      return { ...seen, late, kept, faults: await faults(page) };
    };
    return { visits: [await visit(), await visit()], store: await stored(page) };
  },

  /** Leaves what drivers and disguises leave, one page each. */
  async traces({ context, site }) {
    const seen = {};
    const visit = async (name, arrange) => {
      const page = await context.newPage();
      await arrange?.(page);
      await page.goto(`${site}/form`);
      seen[name] = await collectionId(page);
      await sent(page);
      return page;
    };
    const page = await visit("plain");
    // A driver's variable that comes up only when it acts.
    await page.evaluate(() => (window.__ariaQuerySelector = () => {}));
    await thanked(page, () => page.click("button"));
    await visit("manager", (page) =>
      page.addInitScript(() => {
        const original = document.createElement;
        document.createElement = (...args) => original.apply(document, args);
      }),
    );
    await visit("native", (page) =>
      page.addInitScript(() => {
        document.createElement = Document.prototype.createElement.bind(document);
      }),
    );
    const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/99.0.0.0";
    const brands = [{ brand: " Not A;Brand", version: "99" }];
    const model = { architecture: "x86", model: "", mobile: false, fullVersion: "99" };
    const userAgentMetadata = { brands, platform: "Windows", platformVersion: "10", ...model };
    await visit("brand", async (page) => {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setUserAgentOverride", { userAgent, userAgentMetadata });
    });
    return seen;
  },

  async strict({ context, site }) {
    const page = await context.newPage();
    const complaints = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(`${site}/strict`);
    const id = await collectionId(page);
    await behave(page);
    await sent(page);
    return { id, complaints };
  },

  /** Leaves secrets in every kind of field, in every way, and in the page around them. */
  async secrets({ context, site, secrets }) {
    const { typed, pasted, chosen, card, date, query, fragment, title, file } = secrets;
    const page = await open(context, `${site}/everything?q=${query}#${fragment}`);
    const id = await collectionId(page);
    await page.evaluate(
      ([text, heading]) => {
        document.title = heading;
        document.querySelector("[name=choice]").add(new Option(text, text));
        document.querySelector("[name=hidden]").value = text;
      },
      [chosen, title],
    );
    for (const [name, text] of Object.entries(typed)) {
      await page.click(name === "editable" ? "#editable" : `[name=${name}]`);
      await page.keyboard.type(text, { delay: 5 });
    }
    await page.fill("[name=date]", date);
    await page.selectOption("[name=choice]", chosen);
    await page.setInputFiles("[name=file]", {
      name: file,
      mimeType: "text/plain",
      buffer: Buffer.from(file),
    });
    await autofill(context, page, "[name=number]", card);
    const filled = await page.inputValue("[name=holder]");
    await page.click("[name=text]");
    await page.keyboard.insertText(pasted);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+x");
    await page.click("[name=area]");
    await page.keyboard.press("Control+v");
    await page.evaluate(() => history.pushState({}, "", `/everything/next${location.search}`));
    await sent(page);
    await thanked(page, () => page.click("button"));
    return { id, filled, stored: await stored(page) };
  },

  /** A form restored by the browser on the way back was typed before. */
  async restored({ context, site }) {
    const page = await open(context, `${site}/form`);
    await page.click("[name=first_name]");
    await page.keyboard.type("Ada");
    await thanked(page, () => page.click("button"));
    await page.goBack();
    await collectionId(page);
    const value = await page.inputValue("[name=first_name]");
    await thanked(page, () => page.click("button"));
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
    await sent(page);
    return { ids };
  },

  async burst({ context, site, pages }) {
    const page = await open(context, `${site}/one`);
    const id = await collectionId(page);
    const each = Array.from({ length: pages }, (_, number) => batchWith(page, `/${number}/long`));
    await page.evaluate((count) => {
      for (let number = 0; number < count; number++) {
        history.pushState({}, "", `/${number}/${"long".repeat(60)}`);
      }
    }, pages);
    await Promise.all(each);
    return { id };
  },

  /** Moves, scrolls, types, and is gone before any timer could send it. */
  async leaving({ context, site }) {
    const page = await open(context, `${site}/form`);
    const id = await collectionId(page);
    await sent(page);
    await page.mouse.move(20, 20);
    await page.mouse.move(300, 200, { steps: 8 });
    await page.click("[name=email]");
    await page.keyboard.type("ab");
    await page.close({ runBeforeUnload: true });
    // What a page sends as it goes is not reported to the driver.
    await intakeHas(site, ({ kinds }) => kinds.includes("visibility"));
    return { id };
  },

  async scrolling({ context, site }) {
    const page = await open(context, `${site}/one`);
    await collectionId(page);
    await page.mouse.move(200, 200);
    await page.evaluate(() => {
      addEventListener("scroll", ({ timeStamp }) => (window.scrolledAt = timeStamp));
    });
    const scrollAndRest = async (act) => {
      await page.evaluate(() => (window.scrolledAt = Number.POSITIVE_INFINITY));
      await act();
      await page.waitForFunction(() => performance.now() - window.scrolledAt > 400);
    };
    await scrollAndRest(() => page.mouse.wheel(0, 900));
    // As a touchpad does: slowly at first.
    await scrollAndRest(async () => {
      for (let step = 0; step < 10; step++) await page.mouse.wheel(0, -20);
    });
    await page.keyboard.press("End");
    await page.waitForFunction(
      () => scrollY + innerHeight > document.documentElement.scrollHeight - 2,
    );
    await sent(page);
  },

  /** The intake is down until the page has tried twice, or until its tab's next page has. */
  async outage({ context, site, leave, path = "/form" }) {
    const page = await open(context, `${site}${path}`);
    const ids = [await collectionId(page)];
    await page.click("[name=email]");
    await page.keyboard.type("a");
    await page.click("[name=street]");
    await intakeHas(site, ({ refused }) => refused >= 2);
    if (leave) await page.click("text=one");
    ids.push(await collectionId(page));
    if (leave) await intakeHas(site, ({ refused }) => refused >= 4);
    await endOutage(site);
    const pages = leave ? 2 : 1;
    await intakeHas(
      site,
      ({ kinds }) =>
        kinds.includes("field") && kinds.filter((kind) => kind === "page").length >= pages,
    );
    return { ids, faults: await faults(page) };
  },

  async offline({ context, site }) {
    const page = await open(context, `${site}/form`);
    const id = await collectionId(page);
    await sent(page);
    await context.setOffline(true);
    await page.click("[name=email]");
    await page.keyboard.type("a");
    const failed = page.waitForEvent("requestfailed");
    await page.click("[name=street]");
    await failed;
    const next = sent(page);
    await context.setOffline(false);
    await next;
    return { id, faults: await faults(page) };
  },

  async hostile({ context, site }) {
    const page = await open(context, `${site}/hostile`);
    const id = await collectionId(page);
    await page.click("[name=email]");
    await page.keyboard.type("a");
    await page.evaluate(() => document.dispatchEvent(new Event("input")));
    await page.evaluate(() => history.pushState({}, "", "/hostile/next"));
    await sent(page);
    return { id, faults: await faults(page) };
  },
};

export default async ({ scenario, ...rest }) => {
  const browser = await launch({ cached: scenario === "cached", autofill: scenario === "secrets" });
  try {
    const context = await browser.newContext({ hasTouch: scenario === "fingers" });
    await context.addInitScript(ignoreCorner);
    return (await scenarios[scenario]({ context, ...rest })) ?? {};
  } finally {
    await browser.close();
  }
};
