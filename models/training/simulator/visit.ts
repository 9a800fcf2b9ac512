/** A visit to a merchant's site, from the first page to the last click, as the SDK records it. */

import { hourMs } from "../../../src/base/durations.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Browser } from "./browsers.ts";
import { type FormOptions, fillForm } from "./checkout.ts";
import { neighbourIp } from "./ip-addresses.ts";
import type { Merchant } from "./merchants.ts";
import { countOf, interact, switchTab } from "./page-actions.ts";
import type { Random } from "./random.ts";
import { type Site, Tab } from "./tab.ts";

const paths = ["/", "/search", "/hotel", "/rooms", "/search", "/hotel", "/offers", "/rooms"];
const referrers = ["www.google.com", "www.bing.com", "www.trivago.com", "mail.google.com"];

export interface VisitOptions extends FormOptions {
  browser: Browser;
}

/** Browses and books. Afterwards the tab's clock is at the last click. */
export function visit(random: Random, options: VisitOptions): Tab {
  const { merchant, browser, behaviour } = options;
  const tab = new Tab(random, browser, siteOf(random, merchant));
  const pages = Math.min(40, Math.max(1, Math.round(behaviour.pages)));
  const referrer = random.chance(behaviour.referred) ? random.pick(referrers) : "";
  const first = random.chance(behaviour.landsDeep) ? 2 : 0;
  if (behaviour.unseen) return onlyOpened(random, tab, behaviour, referrer);
  for (let page = 0; page < pages - 1; page++) {
    const path = paths[(first + page) % paths.length]!;
    openPage(tab, merchant, page, page === 0 ? referrer : hostOf(merchant), path);
    browsePage(random, tab, behaviour, random.around(behaviour.dwellMs, 0.8));
    if (random.chance(behaviour.tabSwitches)) switchTab(tab, random.around(9000, 1));
    if (page === 0 && behaviour.dwellMs > 8000 && random.chance(0.03)) pause(random, tab);
  }
  openPage(tab, merchant, pages - 1, pages === 1 ? referrer : hostOf(merchant), "/checkout");
  fillForm(random, tab, options);
  return tab;
}

const hostOf = ({ project }: Merchant) => `www.${project}.example`;

/** Programs deny consent as often as people do: both mostly click whatever closes the banner. */
function siteOf(random: Random, merchant: Merchant): Site {
  const { sdkVersion, denied } = merchant.script;
  const origin = `https://${hostOf(merchant)}`;
  if (denied === 0) return { origin, sdkVersion };
  return { origin, sdkVersion, consent: random.chance(denied) ? "denied" : "granted" };
}

/** Only the first batch arrived: the rest was blocked or lost, or a program sent no more. */
function onlyOpened(random: Random, tab: Tab, behaviour: Behaviour, referrer: string): Tab {
  tab.openPage("/checkout", referrer, "navigate");
  tab.wait(random.around(behaviour.thinkMs * 10, 0.6));
  return tab;
}

/** The tab stays open over lunch or until the evening; the IP address may change meanwhile. */
function pause(random: Random, tab: Tab): void {
  switchTab(tab, Math.min(11 * hourMs, random.around(0.6 * hourMs, 1.2)));
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

function browsePage(random: Random, tab: Tab, behaviour: Behaviour, ms: number): void {
  const parts = Math.min(3, Math.max(1, Math.round(ms / 6000)));
  for (let part = 0; part < parts; part++) {
    tab.wait(ms / parts);
    const moves = countOf(random, (behaviour.pointing.movesPerS * ms) / parts / 1000);
    const clicks = part === parts - 1 && behaviour.clicks ? random.int(1, 2) : 0;
    interact(random, tab, behaviour, moves, clicks);
  }
  const scrolls = countOf(random, behaviour.scrolls);
  if (scrolls === 0) return;
  const leaps = countOf(random, scrolls * tab.browser.input.leaps);
  const depth = round3(random.between(0.2, 1));
  tab.note({ kind: "scroll", scrolls, depth, leaps: Math.min(leaps, scrolls) });
}

const round3 = (value: number) => Math.round(value * 1000) / 1000;
