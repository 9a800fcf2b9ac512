/** A desk with a screen, a browser on it, and somebody's hands at mouse and keyboard. */
import { join } from "node:path";
import { type Random, randomOf } from "../../../../models/training/simulator/random.ts";
import type { Visit } from "../../kind.ts";
import { openBrowser } from "./browser.ts";
import { type Hands, takeHands } from "./hands.ts";
import { type Layout, layoutOf, notchPx, type PageLayout } from "./layout.ts";
import { openScreen, type Screen, type Size } from "./screen.ts";
import type { Typist } from "./typing.ts";

const pageMsMax = 30_000;
const listMsMax = 2500;
const blank = "about:blank";

/** Of laptops and monitors, as often as they are met. */
const sizes: readonly Size[] = [
  { width: 1920, height: 1080 },
  { width: 1920, height: 1080 },
  { width: 1536, height: 864 },
  { width: 1440, height: 900 },
  { width: 1366, height: 768 },
];

interface Options {
  random: Random;
  /** Of the hands: 1 is ordinary, above is slower. */
  tempo: number;
  flags?: readonly string[] | undefined;
}

export class Desk {
  readonly hands: Hands;
  readonly screen: Screen;
  readonly #random: Random;
  readonly #layout: Layout;
  readonly #stops: (() => Promise<void>)[];
  #page!: PageLayout;
  #scrolled = 0;

  /** Starts a browser with the visit's own profile, and follows a link to the hotel. */
  static async open(visit: Visit, { random, tempo, flags = [] }: Options): Promise<Desk> {
    // The same one in every sitting of a visit.
    const size = randomOf(`${visit.seed}/screen`).pick(sizes);
    const layout = await layoutOf(visit.site, size);
    const screen = await openScreen(size);
    const { person, proxy } = visit;
    const profile = join(visit.folder, "profile");
    const browser = openBrowser({ screen, profile, proxy, person, url: blank, flags });
    const hands = takeHands(screen, { random, tempo });
    const stops = [hands.stop, browser.stop, screen.stop];
    const desk = new Desk(screen, hands, random, layout, stops);
    try {
      await desk.#window((title) => title.startsWith(blank), blank);
      await browser.follow(visit.site);
      return desk;
    } catch (error) {
      await desk.leave();
      throw error;
    }
  }

  private constructor(
    screen: Screen,
    hands: Hands,
    random: Random,
    layout: Layout,
    stops: (() => Promise<void>)[],
  ) {
    this.screen = screen;
    this.hands = hands;
    this.#random = random;
    this.#layout = layout;
    this.#stops = stops;
  }

  /**
   * Waits for a page as a person does, by what the window is called.
   * @returns which of the titles it is. @throws Error where none of them comes.
   */
  async see(path: string, ...titles: string[]): Promise<string> {
    const isOne = (shown: string) => (title: string) => shown.startsWith(`${title} · `);
    const shown = await this.#window((shown) => titles.some(isOne(shown)), titles.join('" or "'));
    this.#page = this.#layout.pages[path] ?? { scrollMax: 0, boxes: {} };
    this.#scrolled = 0;
    return titles.find(isOne(shown))!;
  }

  /** @returns the window's title, once it is what was waited for. */
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

  /** Scrolls it into view where it is not, and clicks. `part` is a share of it, from its left. */
  async click(name: string, part = 1): Promise<void> {
    const box = this.#page.boxes[name];
    if (!box) throw new Error(`the page has no "${name}"`);
    const { viewport } = this.#layout;
    const top = box.y - this.#scrolled;
    if (top < 30 || top + box.height > viewport.height - 30) {
      await this.scrollTo(box.y - viewport.height * this.#random.between(0.4, 0.6));
    }
    const y = viewport.y + box.y - this.#scrolled;
    await this.hands.click({
      x: viewport.x + box.x,
      y,
      width: box.width * part,
      height: box.height,
    });
  }

  /** Clicks, and waits for the list that the browser opens, which is a window of its own. */
  async openList(name: string): Promise<void> {
    const before = await this.#windows();
    await this.click(name);
    const open = await this.#listShows((windows) => windows > before);
    if (!open) throw new Error(`the list of "${name}" did not open`);
  }

  /** Picks from a list with the first letters of what is wanted, as people do who know it. */
  async choose(name: string, letters: string, typist: Typist): Promise<void> {
    const before = await this.#windows();
    await this.click(name);
    // A slow browser takes the button's release for a choice, and has closed the list again. The
    // field takes letters all the same.
    await this.#listShows((windows) => windows > before);
    await Bun.sleep(this.#random.between(250, 800));
    // A list forgets what was typed after a second, so nobody types slowly into one.
    await this.hands.type(letters, { ...typist, gapMs: 170, slips: 0 });
    if ((await this.#windows()) <= before) return;
    await this.hands.press("Return");
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

  /** How many windows the screen shows. */
  async #windows(): Promise<number> {
    const shown = await ask(this.screen.display, "search", "--onlyvisible", "--name", "");
    return shown.split("\n").length;
  }

  /** To about that many pixels from the page's top, by the wheel. */
  async scrollTo(px: number): Promise<void> {
    const { scrollMax } = this.#page;
    const goal = Math.max(0, Math.min(scrollMax, px));
    const way = goal - this.#scrolled;
    // At both ends the wheel turns further than the page.
    const notches = Math.sign(way) * Math.ceil(Math.abs(way) / notchPx);
    if (notches === 0) return;
    await this.hands.wheel(notches);
    this.#scrolled = Math.max(0, Math.min(scrollMax, this.#scrolled + notches * notchPx));
    // Scrolling is smooth, and goes on for a moment.
    await Bun.sleep(450);
  }

  get scrollMax(): number {
    return this.#page.scrollMax;
  }

  /** Lets the pointer stray over the page. */
  wander(): Promise<void> {
    const { x, y, width, height } = this.#layout.viewport;
    return this.hands.wander({
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

/** What xdotool answers; empty where it does not know. */
async function ask(display: string, ...words: string[]): Promise<string> {
  const child = Bun.spawn(["xdotool", ...words], {
    env: { ...process.env, DISPLAY: display },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return (await child.stdout.text()).trim();
}
