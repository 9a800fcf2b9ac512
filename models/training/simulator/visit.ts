/** A visit to a shop, from its first page to the last click, as the SDK sees it. */
import type { FieldPurpose } from "../../../src/telemetry/protocol.ts";
import { neighbourIp } from "./addresses.ts";
import type { Browser } from "./browsers.ts";
import type { Filling, Hand } from "./hands.ts";
import type { Merchant } from "./merchants.ts";
import type { Random } from "./random.ts";
import { Tab } from "./tab.ts";

const lengths: Readonly<Record<FieldPurpose, number>> = {
  email: 21,
  phone: 12,
  name: 8,
  address: 16,
  card: 12,
  password: 11,
  date: 8,
  other: 6,
};

const paths = ["/", "/search", "/hotel", "/rooms", "/search", "/hotel", "/offers", "/rooms"];
const referrers = ["www.google.com", "www.bing.com", "www.trivago.com", "mail.google.com"];
const hourMs = 3_600_000;

export interface VisitOptions {
  merchant: Merchant;
  browser: Browser;
  hand: Hand;
  /** Of a guest whom the shop knows, who finds the form filled. */
  prefilled?: boolean;
}

/** Browses and books; afterwards the tab's clock stands at the last click. */
export function visit(random: Random, options: VisitOptions): Tab {
  const { merchant, browser, hand } = options;
  const tab = new Tab(random, browser);
  const host = `www.${merchant.project}.example`;
  const pages = Math.min(40, Math.max(1, Math.round(hand.pages)));
  const referrer = random.chance(hand.referred) ? random.pick(referrers) : "";
  const first = random.chance(hand.landsDeep) ? 2 : 0;
  if (hand.unseen) return onlyOpened(random, tab, hand, referrer);
  for (let page = 0; page < pages - 1; page++) {
    const path = paths[(first + page) % paths.length]!;
    openPage(tab, merchant, page, page === 0 ? referrer : host, path);
    lookAround(random, tab, hand, random.around(hand.dwellMs, 0.8));
    if (page === 0 && hand.dwellMs > 8000 && random.chance(0.03)) pause(random, tab);
  }
  openPage(tab, merchant, pages - 1, pages === 1 ? referrer : host, "/checkout");
  checkout(random, tab, options);
  return tab;
}

/** The first batch came, and the rest was blocked or lost; or a program knows no other. */
function onlyOpened(random: Random, tab: Tab, hand: Hand, referrer: string): Tab {
  tab.openPage("/checkout", referrer, "navigate");
  tab.wait(random.around(hand.thinkMs * 10, 0.6));
  return tab;
}

/** Left open over lunch, or until the evening; the address may be another one then. */
function pause(random: Random, tab: Tab): void {
  tab.note({ kind: "visibility", state: "hidden" });
  tab.flush();
  tab.wait(Math.min(11 * hourMs, random.around(0.6 * hourMs, 1.2)));
  if (random.chance(0.12)) {
    tab.browser = { ...tab.browser, ip: neighbourIp(random, tab.browser.ip) };
  }
  tab.note({ kind: "visibility", state: "visible" });
}

function openPage(tab: Tab, merchant: Merchant, page: number, from: string, path: string): void {
  const pushed = merchant.checkout.singlePage && page > 0;
  if (page > 0 && !pushed) tab.leave();
  if (page > 0) tab.wait(250);
  tab.openPage(path, from, pushed ? "pushed" : "navigate");
}

function lookAround(random: Random, tab: Tab, hand: Hand, ms: number): void {
  const { touch } = tab.browser;
  const parts = Math.min(3, Math.max(1, Math.round(ms / 6000)));
  for (let part = 0; part < parts; part++) {
    tab.wait(ms / parts);
    const moves = touch ? 0 : count(random, (hand.movesPerS * ms) / parts / 1000);
    const clicks = part === parts - 1 && hand.clicks ? random.int(1, 2) : 0;
    movePointer(random, tab, hand, moves, clicks);
  }
  const scrolls = count(random, hand.scrolls);
  if (scrolls > 0) tab.note({ kind: "scroll", scrolls, depth: round3(random.between(0.2, 1)) });
}

function movePointer(random: Random, tab: Tab, hand: Hand, moves: number, clicks: number): void {
  const { touch } = tab.browser;
  const touches = touch ? clicks + count(random, hand.scrolls / 2) : 0;
  if (moves + clicks + touches === 0) return;
  const distancePx = moves > 1 ? Math.round(moves * random.around(13, 0.5)) : 0;
  const straight = Math.min(1, Math.max(0.2, random.normal(hand.straightness, 0.03)));
  let centred = 0;
  for (let click = 0; click < clicks; click++) if (random.chance(hand.centred)) centred += 1;
  const directPx = Math.round(distancePx * straight);
  const untrusted = hand.scriptSubmit ? clicks : 0;
  tab.note({ kind: "pointer", moves, distancePx, directPx, clicks, touches, untrusted, centred });
}

function checkout(random: Random, tab: Tab, { merchant, hand, prefilled }: VisitOptions): void {
  const { fields, submits, prefills } = merchant.checkout;
  const known = prefilled && prefills !== "none";
  let silent = 0;
  let visited = 0;
  tab.wait(random.around(hand.thinkMs, 0.5));
  for (const [index, purpose] of fields.entries()) {
    // What the shop knows needs no hand: only wishes and cards are left to fill.
    if (known && purpose !== "card" && purpose !== "other") continue;
    if (purpose === "other" && random.chance(0.6)) continue;
    const filling = fillingOf(random, hand, purpose);
    if (filling === "silent") silent += 1;
    else fillField(random, tab, hand, { purpose, index, filling });
    visited += 1;
  }
  tab.wait(random.around(hand.thinkMs * 1.5, 0.6));
  const moves = tab.browser.touch ? 0 : count(random, hand.movesPerS * 4);
  const clicked = random.chance(0.93) ? Math.max(1, Math.round(visited * 0.7)) : 0;
  movePointer(random, tab, hand, moves, hand.clicks ? clicked : 0);
  tab.flush();
  // A shop's own script fills fields as silently as a bot's does.
  const set = known && prefills === "script" ? fields.length - visited : 0;
  if (submits) submit(random, tab, hand, visited + set, silent + set);
}

function submit(random: Random, tab: Tab, hand: Hand, filledFields: number, silent: number): void {
  const touchedFields = Math.max(0, filledFields - silent);
  // The browser trusts a submit by a script that clicks the button, and not a made-up event.
  const trusted = !hand.scriptSubmit || random.chance(0.75);
  tab.note({ kind: "submit", trusted, filledFields, touchedFields });
  tab.flush();
}

function fillingOf(random: Random, hand: Hand, purpose: FieldPurpose): Filling {
  const weights = purpose === "email" && hand.emailFilling ? hand.emailFilling : hand.filling;
  return random.weighted(weights as Record<Filling, number>);
}

interface FieldToFill {
  purpose: FieldPurpose;
  index: number;
  filling: Filling;
}

function fillField(random: Random, tab: Tab, hand: Hand, field: FieldToFill): void {
  const at = tab.clock;
  const typed = field.filling === "typed";
  const rhythm = typed ? typeKeys(random, hand, lengths[field.purpose]) : noKeys;
  const think = random.around(hand.thinkMs, 0.7);
  const focusMs = Math.round(field.filling === "synthetic" ? 0 : think * 0.6 + rhythm.gapSumMs);
  tab.wait(focusMs + think * 0.4);
  tab.note({
    kind: "field",
    at,
    purpose: field.purpose,
    index: field.index,
    focusMs,
    ...rhythm,
    pastes: field.filling === "pasted" ? 1 : 0,
    autofills: field.filling === "autofilled" ? 1 : 0,
    inputs: typed ? rhythm.keys : 1,
    untrusted: field.filling === "synthetic" ? random.int(1, 2) : 0,
  });
}

const noKeys = { keys: 0, corrections: 0, gapSumMs: 0, gapSquareSum: 0 };

function typeKeys(random: Random, hand: Hand, length: number): typeof noKeys {
  const keys = Math.max(1, Math.round(random.normal(length, length * 0.3)));
  let corrections = 0;
  for (let i = 0; i < keys; i++) if (random.chance(hand.corrections / 100)) corrections += 1;
  const spread = Math.sqrt(Math.log(1 + hand.gapVariation ** 2));
  const median = hand.gapMs / Math.sqrt(1 + hand.gapVariation ** 2);
  let gapSumMs = 0;
  let gapSquareSum = 0;
  // A wrong key and its correction are two presses more.
  const presses = keys + 2 * corrections;
  for (let press = 1; press < presses; press++) {
    const gap = Math.max(1, Math.round(random.around(median, spread)));
    gapSumMs += gap;
    gapSquareSum += gap * gap;
  }
  return { keys: presses, corrections, gapSumMs, gapSquareSum };
}

function count(random: Random, mean: number): number {
  return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean) + 0.3 * mean)));
}

const round3 = (value: number) => Math.round(value * 1000) / 1000;
