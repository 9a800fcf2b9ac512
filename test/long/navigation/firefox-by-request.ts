/** What the browser script sees in Firefox: hands, forms, consent, the end of a page. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "bun:test";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSdk } from "../../../scripts/build/sdk.ts";
import { waitUntil } from "../../../scripts/programs/wait-until.ts";
import { firefox as firefoxProgram, testWith } from "../../fixtures/needs.ts";
import { type Fixtures, startFixtures } from "../../service/browser/fixtures.ts";
import type { Tab } from "./browser.ts";
import { control, Firefox, firefoxProfile, startFirefox } from "./firefox.ts";

const inFirefox = testWith(firefoxProgram);

const built = await buildSdk(join(tmpdir(), `firefox-${process.pid}.js`));

const until = <Found>(ask: () => Promise<Found> | Found) => waitUntil(`${ask}`, ask);

describe("in Firefox that is driven", () => {
  let fixtures: Fixtures;
  let firefox: Firefox;

  beforeAll(async () => {
    if (!firefoxProgram.isInstalled) return;
    fixtures = startFixtures(built);
    firefox = await Firefox.start();
  });
  beforeEach(() => fixtures?.clear());
  afterEach(() => expect(fixtures?.breaches ?? []).toEqual([]));
  afterAll(async () => {
    await firefox?.stop();
    fixtures?.stop();
  });

  async function open(path: string): Promise<{ tab: Tab; id: string }> {
    const tab = await firefox.open(fixtures.site + path);
    const ask = "window.Service?.getCollectionId?.() ?? ''";
    const id = await until(() => firefox.evaluate(tab, ask).catch(() => ""));
    // What is typed is no e-mail address, and is to be sent all the same.
    await firefox.evaluate(tab, "document.querySelector('form')?.toggleAttribute('novalidate')");
    return { tab, id: id as string };
  }

  const click = (tab: Tab, selector: string) => firefox.click(tab, selector, "plain");

  /** Everything known, without waiting for the next batch. */
  const send = (tab: Tab) => firefox.evaluate(tab, "void dispatchEvent(new Event('online'))");

  async function submit(tab: Tab): Promise<void> {
    await click(tab, "button");
    await until(() => firefox.evaluate(tab, "location.pathname === '/thanks'").catch(() => false));
    await until(() => fixtures.events("submit").length > 0);
  }

  inFirefox("typing, a paste and a submit are counted, and nothing of it leaves", async () => {
    const { tab, id } = await open("/form");
    const secret = "Rk8secret5Vt";
    await click(tab, "[name=first_name]");
    await firefox.type(tab, secret);
    await firefox.type(tab, "ac", control);
    await click(tab, "[name=street]");
    await firefox.type(tab, "v", control);
    expect(await firefox.evaluate(tab, "document.querySelector('[name=street]').value")).toBe(
      secret,
    );
    await submit(tab);
    const fields = fixtures.events("field", id);
    const [name] = fields.filter(({ keys }) => keys > 0);
    expect(name).toMatchObject({
      purpose: "name",
      keys: 12,
      inputs: 12,
      untrusted: 0,
      holds: 12,
    });
    expect(name!.holdSumMs).toBeGreaterThan(100);
    expect(name!.gapSumMs).toBeGreaterThan(100);
    const street = fields.find(({ purpose }) => purpose === "address");
    expect(street).toMatchObject({ pastes: 1, inputs: 1, keys: 0, autofills: 0 });
    expect(fixtures.events("submit", id)).toMatchObject([
      { trusted: true, filledFields: 2, touchedFields: 2, hiddenFilled: 0 },
    ]);
    const sent = fixtures.received.map(({ text }) => text).join("\n");
    expect(sent.toLowerCase()).not.toContain(secret.toLowerCase());
  });

  inFirefox("the pointer's way and the depth of scrolling are told", async () => {
    const { tab, id } = await open("/one");
    const path = [100, 140, 180, 220].map((x) => ({
      type: "pointerMove",
      x,
      y: x,
      duration: 40,
    }));
    await firefox.perform(tab, { type: "pointer", id: "mouse", actions: path });
    const wheel = { type: "scroll", x: 200, y: 200, deltaX: 0, deltaY: 3000 };
    await firefox.perform(tab, { type: "wheel", id: "wheel", actions: [wheel] });
    await until(() => firefox.evaluate(tab, "scrollY > 1000"));
    await send(tab);
    await until(() => fixtures.events("scroll", id).length > 0);
    const pointers = fixtures.events("pointer", id);
    const sum = (read: (event: (typeof pointers)[number]) => number) =>
      pointers.reduce((total, event) => total + read(event), 0);
    expect(sum(({ moves }) => moves)).toBeGreaterThanOrEqual(4);
    expect(sum(({ distancePx }) => distancePx)).toBeGreaterThan(150);
    expect(sum(({ untrusted }) => untrusted)).toBe(0);
    expect(fixtures.events("scroll", id)[0]!.depth).toBeGreaterThan(0.5);
  });

  inFirefox("without consent only what is needed is seen, with it all", async () => {
    const { tab, id } = await open("/dissent");
    await click(tab, "[name=first_name]");
    await firefox.type(tab, "ab");
    await send(tab);
    const kinds = () =>
      new Set(
        fixtures.received
          .filter(({ batch }) => batch.collectionId === id)
          .flatMap(({ batch }) => batch.events.map(({ kind }) => kind)),
      );
    await until(() => kinds().has("page"));
    expect(kinds()).toEqual(new Set(["page"]));
    expect(await firefox.evaluate(tab, "Object.keys(localStorage).length")).toBe(0);
    await firefox.evaluate(tab, "void Service.setConsent('granted')");
    await click(tab, "[name=street]");
    await firefox.type(tab, "cde");
    await submit(tab);
    const keys = fixtures.events("field", id).reduce((sum, { keys }) => sum + keys, 0);
    expect(keys).toBe(3);
  });

  inFirefox("what was seen last is sent when the tab is closed", async () => {
    const { tab, id } = await open("/form");
    await until(() => fixtures.events("page", id).length > 0);
    await click(tab, "[name=email]");
    await firefox.type(tab, "ab");
    await firefox.send("browsingContext.close", { context: tab });
    await until(() => fixtures.events("visibility", id).some(({ state }) => state === "left"));
    const typed = fixtures.events("field", id).filter(({ keys }) => keys > 0);
    expect(typed).toMatchObject([{ purpose: "email", keys: 2 }]);
    expect(fixtures.events("pointer", id)[0]?.clicks).toBe(1);
  });

  inFirefox("a strict policy and a pinned script go together", async () => {
    const { id } = await open("/strict");
    await until(() => fixtures.events("page", id).length > 0);
  });
});

inFirefox("a Firefox that nobody drives has no trace of automation", async () => {
  const fixtures = startFixtures(built);
  const profile = firefoxProfile();
  const browser = startFirefox(profile, `${fixtures.site}/one`);
  try {
    const device = await until(
      () => fixtures.received.find(({ batch }) => batch.device)?.batch.device,
    );
    expect(device).toMatchObject({ webdriver: false, traces: [], cookies: true });
    expect(device.brands).toBeUndefined();
    expect(device.outerWidth).toBeGreaterThan(0);
    expect(device.deviceId).toMatch(/^dev_/);
    expect(fixtures.breaches).toEqual([]);
  } finally {
    browser.kill();
    await browser.exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    fixtures.stop();
  }
});
