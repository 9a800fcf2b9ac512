/** A desktop computer: a display with a browser, a mouse and a keyboard. */
import { join } from "node:path";
import { type Random, randomOf } from "../../../../../models/training/simulator/random.ts";
import type { Visit } from "../../kind.ts";
import { openBrowser } from "./browser.ts";
import { type Display, openDisplay, type Size } from "./display.ts";
import { type Input, openInput } from "./input.ts";
import { type Layout, layoutOf, notchPx, type PageLayout } from "./page-layout.ts";
import type { Typist } from "./typing.ts";

const pageMsMax = 30_000;
const listMsMax = 2500;
const blank = "about:blank";

/** Common sizes of laptops and monitors; repeated ones are more frequent. */
const sizes: readonly Size[] = [
  { width: 1920, height: 1080 },
  { width: 1920, height: 1080 },
  { width: 1536, height: 864 },
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
];

interface Options {
  random: Random;
  /** Duration factor of mouse movements: 1 is ordinary, above is slower. */
  tempo: number;
  flags?: readonly string[] | undefined;
}

export class Desktop {
  readonly input: Input;
  readonly screen: Display;
  readonly #random: Random;
  readonly #layout: Layout;
  readonly #stops: (() => Promise<void>)[];
  #page!: PageLayout;
  #scrolled = 0;

  /** Starts a browser with the visit's profile and follows a link to the hotel. */
  static async open(visit: Visit, { random, tempo, flags = [] }: Options): Promise<Desktop> {
    // The same size in every session of a visit.
    const size = randomOf(`${visit.seed}/screen`).pick(sizes);
    const layout = await layoutOf(visit.site, size);
    const screen = await openDisplay(size);
    const { person, proxy } = visit;
    const profile = join(visit.folder, "profile");
    const browser = openBrowser({ screen, profile, proxy, person, url: blank, flags });
    const input = openInput(screen, { random, tempo });
    const stops = [input.stop, browser.stop, screen.stop];
    const desktop = new Desktop(screen, input, random, layout, stops);
    try {
      await desktop.#window((title) => title.startsWith(blank), blank);
      await browser.follow(visit.site);
      return desktop;
    } catch (error) {
      await desktop.leave();
      throw error;
    }
  }

  private constructor(
    screen: Display,
    input: Input,
    random: Random,
    layout: Layout,
    stops: (() => Promise<void>)[],
  ) {
    this.screen = screen;
    this.input = input;
    this.#random = random;
    this.#layout = layout;
    this.#stops = stops;
  }

  /**
   * Waits for a page by the title of the window, because the browser is not automated.
   * @returns the title that appeared. @throws Error where none of them appears in time.
   */
  async see(path: string, ...titles: string[]): Promise<string> {
    const isOne = (shown: string) => (title: string) => shown.startsWith(`${title} · `);
    const shown = await this.#window((shown) => titles.some(isOne(shown)), titles.join('" or "'));
    this.#page = this.#layout.pages[path] ?? { scrollMax: 0, boxes: {} };
    this.#scrolled = 0;
    return titles.find(isOne(shown))!;
  }

  /** Waits for a window title. @returns the title. */
  async #window(isIt: (title: string) => boolean, expected: string): Promise<string> {
    const deadline = Date.now() + pageMsMax;
    let shown = "";
    while (Date.now() < deadline) {
      shown = await windowTitle(this.screen.display);
      if (isIt(shown)) return shown;
      await Bun.sleep(200);
    }
    throw new Error(`waited for "${expected}", but the window shows "${shown}"`);
  }

  /** Clicks after scrolling into view. `part` limits the click to a share of the width, from the left. */
  async click(name: string, part = 1): Promise<void> {
    const box = this.#page.boxes[name];
    if (!box) throw new Error(`the page has no "${name}"`);
    const { viewport } = this.#layout;
    const top = box.y - this.#scrolled;
    if (top < 30 || top + box.height > viewport.height - 30) {
      await this.scrollTo(box.y - viewport.height * this.#random.between(0.4, 0.6));
    }
    const y = viewport.y + box.y - this.#scrolled;
    await this.input.click({
      x: viewport.x + box.x,
      y,
      width: box.width * part,
      height: box.height,
    });
  }

  /** Clicks and waits for the browser's list, which is a separate window. */
  async openList(name: string): Promise<void> {
    const before = await this.#windows();
    await this.click(name);
    const open = await this.#listShows((windows) => windows > before);
    if (!open) throw new Error(`the list of "${name}" did not open`);
  }

  /** Chooses an entry of a list by typing its first letters. */
  async choose(name: string, letters: string, typist: Typist): Promise<void> {
    const before = await this.#windows();
    await this.click(name);
    // On a slow machine, the release of the button counts as a choice and closes the list again. The
    // field accepts letters anyway.
    await this.#listShows((windows) => windows > before);
    await Bun.sleep(this.#random.between(250, 800));
    // A list forgets typed letters after a second, so even slow typists are fast here.
    await this.input.type(letters, { ...typist, gapMs: 170, slips: 0 });
    if ((await this.#windows()) <= before) return;
    await this.input.press("Return");
    const closed = await this.#listShows((windows) => windows <= before);
    if (!closed) throw new Error(`the list of "${name}" did not close`);
  }

  async #listShows(asWanted: (windows: number) => boolean): Promise<boolean> {
    const deadline = Date.now() + listMsMax;
    while (!asWanted(await this.#windows())) {
      if (Date.now() > deadline) return false;
      await Bun.sleep(80);
    }
    return true;
  }

  /** The number of visible windows. */
  async #windows(): Promise<number> {
    const shown = await ask(this.screen.display, "search", "--onlyvisible", "--name", "");
    return shown.split("\n").length;
  }

  /** Scrolls with the wheel to about this many pixels from the top of the page. */
  async scrollTo(px: number): Promise<void> {
    const { scrollMax } = this.#page;
    const goal = Math.max(0, Math.min(scrollMax, px));
    const way = goal - this.#scrolled;
    // At both ends the wheel may turn further than the page can scroll.
    const notches = Math.sign(way) * Math.ceil(Math.abs(way) / notchPx);
    if (notches === 0) return;
    await this.input.wheel(notches);
    this.#scrolled = Math.max(0, Math.min(scrollMax, this.#scrolled + notches * notchPx));
    // Smooth scrolling continues for a moment.
    await Bun.sleep(450);
  }

  get scrollMax(): number {
    return this.#page.scrollMax;
  }

  /** Moves the pointer to somewhere on the page. */
  wander(): Promise<void> {
    const { x, y, width, height } = this.#layout.viewport;
    return this.input.wander({
      x: x + width * 0.15,
      y: y + height * 0.15,
      width: width * 0.7,
      height: height * 0.7,
    });
  }

  async leave(): Promise<void> {
    for (const stop of this.#stops) await stop();
  }
}

const windowTitle = (display: string) => ask(display, "getactivewindow", "getwindowname");

/** The output of xdotool; empty where it fails. */
async function ask(display: string, ...words: string[]): Promise<string> {
  const child = Bun.spawn(["xdotool", ...words], {
    env: { ...process.env, DISPLAY: display },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return (await child.stdout.text()).trim();
}
