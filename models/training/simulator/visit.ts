/** A visit to a shop, from its first page to the last click, as the SDK sees it. */
import { neighbourIp } from "./addresses.ts";
import type { Browser } from "./browsers.ts";
import { type FormOptions, fillForm } from "./checkout.ts";
import type { Hand } from "./hands.ts";
import type { Merchant } from "./merchants.ts";
import { countOf, handle, lookAway } from "./on-page.ts";
import type { Random } from "./random.ts";
import { type Site, Tab } from "./tab.ts";

const paths = ["/", "/search", "/hotel", "/rooms", "/search", "/hotel", "/offers", "/rooms"];
const referrers = ["www.google.com", "www.bing.com", "www.trivago.com", "mail.google.com"];
const hourMs = 3_600_000;

export interface VisitOptions extends FormOptions {
  browser: Browser;
}

/** Browses and books; afterwards the tab's clock stands at the last click. */
export function visit(random: Random, options: VisitOptions): Tab {
  const { merchant, browser, hand } = options;
  const tab = new Tab(random, browser, siteOf(random, merchant));
  const pages = Math.min(40, Math.max(1, Math.round(hand.pages)));
  const referrer = random.chance(hand.referred) ? random.pick(referrers) : "";
  const first = random.chance(hand.landsDeep) ? 2 : 0;
  if (hand.unseen) return onlyOpened(random, tab, hand, referrer);
  for (let page = 0; page < pages - 1; page++) {
    const path = paths[(first + page) % paths.length]!;
    openPage(tab, merchant, page, page === 0 ? referrer : hostOf(merchant), path);
    lookAround(random, tab, hand, random.around(hand.dwellMs, 0.8));
    if (random.chance(hand.looksAway)) lookAway(tab, random.around(9000, 1));
    if (page === 0 && hand.dwellMs > 8000 && random.chance(0.03)) pause(random, tab);
  }
  openPage(tab, merchant, pages - 1, pages === 1 ? referrer : hostOf(merchant), "/checkout");
  fillForm(random, tab, options);
  return tab;
}

const hostOf = ({ project }: Merchant) => `www.${project}.example`;

/** Programs deny as often as people: most of both click whatever closes the question. */
function siteOf(random: Random, merchant: Merchant): Site {
  const { sdkVersion, denied } = merchant.script;
  const origin = `https://${hostOf(merchant)}`;
  if (denied === 0) return { origin, sdkVersion };
  return { origin, sdkVersion, consent: random.chance(denied) ? "denied" : "granted" };
}

/** The first batch came, and the rest was blocked or lost; or a program knows no other. */
function onlyOpened(random: Random, tab: Tab, hand: Hand, referrer: string): Tab {
  tab.openPage("/checkout", referrer, "navigate");
  tab.wait(random.around(hand.thinkMs * 10, 0.6));
  return tab;
}

/** Left open over lunch, or until the evening; the address may be another one then. */
function pause(random: Random, tab: Tab): void {
  lookAway(tab, Math.min(11 * hourMs, random.around(0.6 * hourMs, 1.2)));
  if (random.chance(0.12)) {
    tab.browser = { ...tab.browser, ip: neighbourIp(random, tab.browser.ip) };
  }
}

function openPage(tab: Tab, merchant: Merchant, page: number, from: string, path: string): void {
  const pushed = merchant.checkout.singlePage && page > 0;
  if (page > 0 && !pushed) tab.leave();
  if (page > 0) tab.wait(250);
  tab.openPage(path, from, pushed ? "pushed" : "navigate");
}

function lookAround(random: Random, tab: Tab, hand: Hand, ms: number): void {
  const parts = Math.min(3, Math.max(1, Math.round(ms / 6000)));
  for (let part = 0; part < parts; part++) {
    tab.wait(ms / parts);
    const moves = countOf(random, (hand.pointing.movesPerS * ms) / parts / 1000);
    const clicks = part === parts - 1 && hand.clicks ? random.int(1, 2) : 0;
    handle(random, tab, hand, moves, clicks);
  }
  const scrolls = countOf(random, hand.scrolls);
  if (scrolls > 0) tab.note({ kind: "scroll", scrolls, depth: round3(random.between(0.2, 1)) });
}

const round3 = (value: number) => Math.round(value * 1000) / 1000;
