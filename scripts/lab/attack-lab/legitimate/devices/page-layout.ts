/**
 * The positions of elements on the hotel's pages. The visitors' browsers are not automated and cannot be
 * queried, so the pages are measured once per display size in a separate browser.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hotels } from "../../../../demo/hotel/hotels.ts";
import { freePort } from "../../../../programs/free-port.ts";
import { startProxy } from "../../proxy.ts";
import { openBrowser } from "./browser.ts";
import { connectDevTools, type DevTools, devToolsFlags } from "./devtools.ts";
import { openDisplay, type Size } from "./display.ts";
import type { Box } from "./input.ts";

export interface PageLayout {
  /** The maximum scroll position, CSS pixels. */
  scrollMax: number;
  /** By field name; buttons are `button 0`, `button 1`, … Relative to the top left of the page. */
  boxes: Readonly<Record<string, Box>>;
}

export interface Layout {
  /** The part of the display that shows the page. */
  viewport: Box;
  /** By path, including the hotel in the query, as in `pagePaths`. */
  pages: Readonly<Record<string, PageLayout>>;
}

/** Pixels per notch of the wheel in Chromium on X11. */
export const notchPx = 120;

export const searchPath = "/";
export const roomsPath = (hotel: string) => `/rooms?hotel=${hotel}`;
export const checkoutPath = (hotel: string) => `/checkout?hotel=${hotel}`;

const pagePaths = [
  searchPath,
  ...hotels.flatMap(({ id }) => [roomsPath(id), checkoutPath(id)]),
] as const;

const measured = new Map<string, Promise<Layout>>();

/** @param site any of the hotel sites, whose pages are the same. @throws Error where it fails. */
export function layoutOf(site: string, size: Size): Promise<Layout> {
  const key = `${size.width}x${size.height}`;
  const layout = measured.get(key) ?? measure(site, size);
  measured.set(key, layout);
  return layout;
}

async function measure(site: string, size: Size): Promise<Layout> {
  const folder = mkdtempSync(join(tmpdir(), "attack-lab-layout-"));
  // The risk service is not reachable, so that this does not count as a visit.
  const proxy = await startProxy("127.0.0.1", [site]);
  const screen = await openDisplay(size);
  const port = await freePort();
  const person = { language: "en-GB", timeZone: "Europe/London" };
  const flags = devToolsFlags(port);
  const browser = openBrowser({
    screen,
    person,
    flags,
    proxy: proxy.url,
    profile: join(folder, "profile"),
    url: site,
  });
  try {
    const page = await connectDevTools(port);
    const viewport = await steadyViewport(page);
    const pages: Record<string, PageLayout> = {};
    for (const path of pagePaths) pages[path] = await measurePage(page, site + path);
    page.close();
    return { viewport, pages };
  } finally {
    await browser.stop();
    await Promise.all([screen.stop(), proxy.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits until the viewport is stable: a new window is maximised shortly after it opens. */
async function steadyViewport(page: DevTools): Promise<Box> {
  const read = () =>
    page.evaluate<Box>(
      `({ x: screenX + (outerWidth - innerWidth) / 2, y: screenY + outerHeight - innerHeight,
          width: innerWidth, height: innerHeight })`,
    );
  let before = await read();
  for (let same = 0; same < 4; ) {
    await Bun.sleep(250);
    const now = await read();
    same = JSON.stringify(now) === JSON.stringify(before) ? same + 1 : 0;
    before = now;
  }
  return before;
}

async function measurePage(page: DevTools, url: string): Promise<PageLayout> {
  await page.send("Page.navigate", { url });
  await page.evaluate(
    `new Promise((done) => document.readyState === "complete" ? done()
      : addEventListener("load", () => done()))`,
  );
  return page.evaluate<PageLayout>(`(${readPage})()`);
}

/** Runs in the page. */
const readPage = `() => {
  const boxes = {};
  let buttons = 0;
  for (const element of document.querySelectorAll("select, input:not([type=hidden]), .button")) {
    const { x, y, width, height } = element.getBoundingClientRect();
    boxes[element.name || "button " + buttons++] = { x: x + scrollX, y: y + scrollY, width, height };
  }
  const { scrollHeight, clientHeight } = document.documentElement;
  return { scrollMax: scrollHeight - clientHeight, boxes };
}`;
