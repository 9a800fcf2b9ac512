/**
 * A phone. X11 has no touch input, so Chromium emulates the phone, and touches are sent with its DevTools
 * protocol. They are trusted events, like real touches.
 */

import { join } from "node:path";
import type { Random } from "../../../../../models/training/simulator/random.ts";
import { freePort } from "../../../../programs/free-port.ts";
import type { Visit } from "../../kind.ts";
import { majorVersion, openBrowser } from "./browser.ts";
import { connectDevTools, type DevTools, devToolsFlags } from "./devtools.ts";
import { openDisplay } from "./display.ts";
import type { Box } from "./input.ts";
import type { Point } from "./mouse-stroke.ts";
import type { Typist } from "./typing.ts";

const pageMsMax = 30_000;

/** Common phones: size in CSS pixels and device pixel ratio. */
const models = [
  { width: 412, height: 915, ratio: 2.625, model: "Pixel 7", android: "14.0.0" },
  { width: 360, height: 780, ratio: 3, model: "SM-S911B", android: "14.0.0" },
  { width: 384, height: 832, ratio: 2.8125, model: "SM-A546B", android: "13.0.0" },
  { width: 393, height: 851, ratio: 2.75, model: "Pixel 5", android: "14.0.0" },
];
/** The height of the browser's and the system's bars. */
const barsPx = 110;

export class Phone {
  readonly #random: Random;
  readonly #page: DevTools;
  readonly #height: number;
  readonly #width: number;
  readonly #stops: (() => Promise<void> | void)[];

  static async open(visit: Visit, random: Random): Promise<Phone> {
    const screen = await openDisplay({ width: 1366, height: 1000 });
    const port = await freePort();
    const { person, proxy } = visit;
    const profile = join(visit.folder, "profile");
    // The protocol's User-Agent override does not apply to keepalive requests.
    const userAgent = await mobileUserAgent();
    const flags = [...devToolsFlags(port), `--user-agent=${userAgent}`];
    const browser = openBrowser({ screen, profile, proxy, person, url: "about:blank", flags });
    const stops = [browser.stop, screen.stop];
    try {
      const page = await connectDevTools(port);
      const model = random.pick(models);
      await beMobile(page, model, userAgent);
      return new Phone(random, page, model, [page.close, ...stops]);
    } catch (error) {
      for (const stop of stops) await stop();
      throw error;
    }
  }

  private constructor(
    random: Random,
    page: DevTools,
    { width, height }: { width: number; height: number },
    stops: (() => Promise<void> | void)[],
  ) {
    this.#random = random;
    this.#page = page;
    this.#width = width;
    this.#height = height - barsPx;
    this.#stops = stops;
  }

  /** Follows an external link, as from an e-mail. */
  async open(url: string): Promise<void> {
    await this.#page.send("Page.navigate", { url });
  }

  /** Waits for a page by its title. @returns the title that appeared. */
  async see(...titles: string[]): Promise<string> {
    const deadline = Date.now() + pageMsMax;
    let shown = "";
    while (Date.now() < deadline) {
      shown = await this.#page
        .evaluate<string>(`document.readyState === "loading" ? "" : document.title`)
        .catch(() => "");
      const title = titles.find((title) => shown.startsWith(`${title} · `));
      if (title !== undefined) return title;
      await Bun.sleep(200);
    }
    throw new Error(`waited for "${titles.join('" or "')}", but the page is "${shown}"`);
  }

  /** Taps after swiping into view. */
  async tap(selector: string): Promise<void> {
    let box = await this.#boxOf(selector);
    for (let swipes = 0; swipes < 12 && !this.#inView(box); swipes++) {
      await this.swipe(box.y + box.height / 2 - this.#height * 0.45);
      box = await this.#boxOf(selector);
    }
    const { x, y, width, height } = box;
    const at = { x: x + width * this.#aside(), y: y + height * this.#aside() };
    await this.#touch("touchStart", at);
    await Bun.sleep(this.#random.between(50, 110));
    await this.#touch("touchEnd");
    await Bun.sleep(this.#random.between(120, 350));
  }

  /** Scrolls down by at most half a screen with one swipe; negative scrolls up. */
  async swipe(px: number): Promise<void> {
    const random = this.#random;
    const way = Math.max(-0.5, Math.min(0.5, px / this.#height)) * this.#height;
    const x = this.#width * random.between(0.4, 0.75);
    const from = this.#height * (way > 0 ? 0.75 : 0.25);
    const steps = random.int(11, 18);
    const drift = random.between(-14, 14);
    await this.#touch("touchStart", { x, y: from });
    for (let step = 1; step <= steps; step++) {
      const done = Math.sin((Math.PI / 2) * (step / steps));
      await Bun.sleep(random.between(12, 20));
      await this.#touch("touchMove", { x: x + drift * done, y: from - way * done });
    }
    await this.#touch("touchEnd");
    await Bun.sleep(random.between(350, 900));
  }

  /** A screen keyboard sends unidentified keys and inserts the text itself. */
  async type(text: string, typist: Typist): Promise<void> {
    const unnamed = { key: "Unidentified", windowsVirtualKeyCode: 229 };
    for (const character of text) {
      await Bun.sleep(Math.max(50, this.#random.around(typist.gapMs, typist.spread)));
      if (/[@+]/.test(character)) await Bun.sleep(this.#random.between(200, 500));
      await this.#page.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...unnamed });
      await this.#page.send("Input.insertText", { text: character });
      await this.#page.send("Input.dispatchKeyEvent", { type: "keyUp", ...unnamed });
    }
  }

  /** Moves to the next field with the corresponding key of the screen keyboard. */
  async next(): Promise<void> {
    const key = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 };
    await this.#page.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await this.#page.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }

  /** Chooses an entry of the focused list; the phone's native picker is not emulated. */
  async choose(letters: string): Promise<void> {
    for (const letter of letters) {
      await this.#page.send("Input.dispatchKeyEvent", {
        type: "keyDown",
        key: letter,
        text: letter,
      });
      await this.#page.send("Input.dispatchKeyEvent", { type: "keyUp", key: letter });
      await Bun.sleep(this.#random.between(120, 260));
    }
  }

  async leave(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }

  #aside(): number {
    return 0.5 + this.#random.between(0.05, 0.28) * (this.#random.chance(0.5) ? 1 : -1);
  }

  #inView({ y, height }: Box): boolean {
    return y > 10 && y + height < this.#height - 10;
  }

  #boxOf(selector: string): Promise<Box> {
    return this.#page.evaluate<Box>(
      `(() => { const { x, y, width, height } =
          document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
        return { x, y, width, height }; })()`,
    );
  }

  async #touch(type: "touchStart" | "touchMove" | "touchEnd", at?: Point): Promise<void> {
    const finger = at && { ...at, radiusX: 11, radiusY: 12, force: 0.6 };
    await this.#page.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: finger ? [finger] : [],
    });
  }
}

type Model = (typeof models)[number];

async function mobileUserAgent(): Promise<string> {
  return (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) " +
    `Chrome/${await majorVersion()}.0.0.0 Mobile Safari/537.36`
  );
}

async function beMobile(page: DevTools, phone: Model, userAgent: string): Promise<void> {
  const { width, height, ratio, model, android } = phone;
  const version = await majorVersion();
  const brands = [
    { brand: "Chromium", version },
    { brand: "Not A(Brand", version: "24" },
    { brand: "Google Chrome", version },
  ];
  await page.send("Emulation.setDeviceMetricsOverride", {
    width,
    height: height - barsPx,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: ratio,
    mobile: true,
  });
  await page.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 5 });
  await page.send("Emulation.setHardwareConcurrencyOverride", { hardwareConcurrency: 8 });
  await page.send("Emulation.setUserAgentOverride", {
    userAgent,
    platform: "Linux armv81",
    userAgentMetadata: {
      brands,
      platform: "Android",
      platformVersion: android,
      architecture: "",
      model,
      mobile: true,
    },
  });
}
