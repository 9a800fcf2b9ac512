/** How somebody, or something, moves through pages and fills forms. */
import type { Random } from "./random.ts";

/**
 * Typed; pasted; filled by the browser; put in whole by a keyboard's suggestion, by dictation or by
 * an automation tool's own "fill"; set by a script with made-up events; or set without a trace.
 */
export type Filling = "typed" | "pasted" | "autofilled" | "inserted" | "synthetic" | "silent";

export interface Hand {
  /** Mean gap between keys, ms, and its deviation over its mean. */
  gapMs: number;
  gapVariation: number;
  /** Of 100 keys, so many are Backspace. */
  corrections: number;
  /** How each field is filled, by weight; e-mail addresses may differ. */
  filling: Readonly<Partial<Record<Filling, number>>>;
  emailFilling?: Readonly<Partial<Record<Filling, number>>>;
  /** Pauses before and in fields, ms. */
  thinkMs: number;
  /** Time on a page before the checkout, ms, median; and how many pages there are, median. */
  dwellMs: number;
  pages: number;
  /** Pointer moves a second while on a page, their straightness, and how often it is so. */
  movesPerS: number;
  straightness: number;
  /** Share of clicks at the exact centre of what is clicked. */
  centred: number;
  /** Scrolling movements a page. */
  scrolls: number;
  /** Share of visits that another site led to. */
  referred: number;
  /** Share of visits that begin in the middle: a metasearch's link, a mail, a bookmark. */
  landsDeep: number;
  /** Only the page's first message came through; nothing more was seen of the visit. */
  unseen: boolean;
  /** The form is sent by a script. */
  scriptSubmit: boolean;
  /** Pages are clicked through; a program goes to addresses. */
  clicks: boolean;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** A person at their own device. Every kind of traveller begins here. */
export function humanHand(random: Random): Hand {
  return {
    gapMs: clamp(random.around(185, 0.4), 70, 900),
    gapVariation: clamp(random.normal(0.7, 0.24), 0.2, 2),
    corrections: clamp(random.around(4, 0.9), 0, 25),
    filling:
      random.weighted({ keys: 70, some: 20, all: 10 }) === "keys"
        ? { typed: 95, inserted: 3, pasted: 2 }
        : { typed: 35, autofilled: 60, inserted: 3, pasted: 2 },
    emailFilling: { typed: 76, autofilled: 18, pasted: 6 },
    thinkMs: random.around(1300, 0.6),
    dwellMs: random.around(17_000, 0.6),
    pages: random.around(4.2, 0.65),
    // Some leave the mouse alone and use the keyboard.
    movesPerS: random.chance(0.04) ? random.between(0, 1) : random.around(14, 0.6),
    straightness: clamp(random.normal(0.89, 0.06), 0.4, 0.99),
    centred: random.chance(0.06) ? 0.15 : 0.01,
    scrolls: random.around(3.5, 0.7),
    referred: 0.6,
    landsDeep: 0.12,
    unseen: random.chance(0.006),
    scriptSubmit: false,
    clicks: true,
  };
}

/** A program that sets values and submits. Its author took what was at hand. */
export function scriptHand(random: Random): Hand {
  const filling = random.weighted({ silent: 40, synthetic: 26, inserted: 34 });
  return {
    ...humanHand(random),
    gapMs: 0,
    gapVariation: 0,
    corrections: 0,
    filling: { [filling]: 1 },
    emailFilling: { [filling]: 1 },
    thinkMs: random.chance(0.75) ? random.between(1, 25) : random.around(250, 0.6),
    dwellMs: random.chance(0.7) ? random.around(500, 0.9) : random.around(3500, 0.6),
    pages: random.chance(0.7) ? 1 : random.int(2, 4),
    movesPerS: random.chance(0.85) ? 0 : random.between(0.2, 3),
    straightness: 1,
    centred: 1,
    scrolls: random.chance(0.85) ? 0 : 1,
    referred: 0.06,
    scriptSubmit: filling !== "inserted" || random.chance(0.3),
    clicks: random.chance(0.6),
  };
}

/**
 * A program that presses keys and moves a pointer through the browser's own input, one step after
 * another: an attacker's, a shop's own test, or an assistant that books for its owner.
 */
export function steadyHand(random: Random): Hand {
  return {
    ...humanHand(random),
    gapMs: random.around(85, 0.5),
    gapVariation: random.chance(0.45) ? random.between(0.02, 0.12) : random.between(0.12, 0.5),
    corrections: random.chance(0.15) ? random.between(0, 3) : 0,
    filling: { typed: 96, inserted: 4 },
    emailFilling: { typed: 1 },
    thinkMs: random.around(350, 0.8),
    dwellMs: random.around(4000, 0.9),
    pages: random.around(2.6, 0.5),
    movesPerS: random.around(2.5, 1),
    straightness: random.between(0.9, 1),
    centred: random.chance(0.7) ? 0.95 : random.between(0, 0.5),
    scrolls: random.chance(0.5) ? 0 : random.around(1.5, 0.5),
    referred: 0.2,
  };
}
