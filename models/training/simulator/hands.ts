/** How somebody, or something, moves through pages and fills forms. */
import {
  carefulShapes,
  handPointing,
  type Pointing,
  plainShapes,
  plannedPointing,
  toolPointing,
} from "./pointing.ts";
import type { Random } from "./random.ts";
import type { Typing } from "./typing.ts";

/**
 * Typed; pasted; filled by the browser; put in whole by a keyboard's suggestion, by dictation or by
 * an automation tool's own "fill"; set by a script with made-up events; or set without a trace.
 */
export type Filling = "typed" | "pasted" | "autofilled" | "inserted" | "synthetic" | "silent";
export type Fillings = Readonly<Partial<Record<Filling, number>>>;

export interface Hand extends Typing {
  /** How each field is filled, by weight; e-mail addresses may differ. */
  filling: Fillings;
  emailFilling?: Fillings;
  /** Down the form, or in an order of its own; and how often it goes back to a field or two. */
  ownOrder: boolean;
  returns: number;
  /** How often a field that nobody can see is filled, where there is one. */
  fillsHidden: number;
  /** Pauses before and in fields, ms. */
  thinkMs: number;
  /** Time on a page before the checkout, ms, median; and how many pages there are, median. */
  dwellMs: number;
  pages: number;
  pointing: Pointing;
  /** Scrolling movements a page. */
  scrolls: number;
  /** Share of pages on which another tab or window is looked at for a while. */
  looksAway: number;
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

const fillings: Readonly<Record<string, Fillings>> = {
  keys: { typed: 95, inserted: 3, pasted: 2 },
  browser: { typed: 35, autofilled: 60, inserted: 3, pasted: 2 },
  // Spoken, or tapped above a phone's keyboard.
  told: { typed: 4, inserted: 96 },
};

/** A person at their own device. Every kind of traveller begins here. */
export function humanHand(random: Random): Hand {
  const way = random.weighted({ keys: 685, browser: 300, told: 15 });
  return {
    gapMs: clamp(random.around(185, 0.4), 70, 900),
    gapVariation: clamp(random.normal(0.7, 0.24), 0.2, 2),
    holdMs: clamp(random.around(96, 0.22), 45, 260),
    holdVariation: clamp(random.normal(0.3, 0.07), 0.12, 0.7),
    // A text expander, or a password manager that types.
    rushed: random.chance(0.012) ? random.between(0.2, 0.9) : 0,
    corrections: clamp(random.around(4, 0.9), 0, 25),
    filling: fillings[way]!,
    emailFilling: way === "told" ? fillings.told! : { typed: 76, autofilled: 18, pasted: 6 },
    ownOrder: random.chance(0.02),
    returns: random.chance(0.7) ? 0.15 : 0.5,
    fillsHidden: 0.004,
    thinkMs: random.around(1300, 0.6),
    dwellMs: random.around(17_000, 0.6),
    pages: random.around(4.2, 0.65),
    pointing: handPointing(random),
    scrolls: random.around(3.5, 0.7),
    looksAway: random.chance(0.3) ? 0.25 : 0.02,
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
  const pointing = toolPointing(random);
  const aims = random.chance(0.15) ? { movesPerS: random.between(0.2, 3) } : { movesPerClick: 0 };
  return {
    ...humanHand(random),
    ...{ gapMs: 0, gapVariation: 0, holdMs: 0, holdVariation: 0, rushed: 0, corrections: 0 },
    filling: { [filling]: 1 },
    emailFilling: { [filling]: 1 },
    ownOrder: random.chance(0.2),
    returns: 0,
    // Whoever fills what there is fills the trap, too.
    fillsHidden: random.chance(filling === "inserted" ? 0.15 : 0.5) ? 0.9 : 0,
    thinkMs: random.chance(0.75) ? random.between(1, 25) : random.around(250, 0.6),
    dwellMs: random.chance(0.7) ? random.around(500, 0.9) : random.around(3500, 0.6),
    pages: random.chance(0.7) ? 1 : random.int(2, 4),
    // A page's own click() comes without a pointer.
    pointing: { ...pointing, ...(filling === "inserted" ? {} : aims), centred: 1 },
    scrolls: random.chance(0.85) ? 0 : 1,
    looksAway: 0,
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
    ...steadyTyping(random),
    filling: { typed: 96, inserted: 4 },
    emailFilling: { typed: 1 },
    ownOrder: random.chance(0.1),
    returns: 0,
    fillsHidden: random.chance(0.1) ? 0.9 : 0,
    thinkMs: random.around(350, 0.8),
    dwellMs: random.around(4000, 0.9),
    pages: random.around(2.6, 0.5),
    pointing: plannedPointing(random, plainShapes),
    scrolls: random.chance(0.5) ? 0 : random.around(1.5, 0.5),
    looksAway: 0,
    referred: 0.2,
  };
}

/**
 * A tool's "type" holds each key for the delay that it was given, and presses the next at once. Who
 * wants a pause between keys has to write it.
 */
function steadyTyping(random: Random): Typing {
  const pauses = random.chance(0.35);
  const holdMs = random.chance(0.4) ? random.between(0, 3) : random.between(15, 150);
  return {
    gapMs: pauses ? holdMs + random.around(85, 0.5) : holdMs + random.between(0.8, 2),
    gapVariation: random.chance(0.6) ? random.between(0.02, 0.12) : random.between(0.12, 0.5),
    holdMs,
    holdVariation: random.between(0, 0.1),
    rushed: pauses ? 0 : random.between(0.7, 1),
    corrections: random.chance(0.15) ? random.between(0, 3) : 0,
  };
}

/**
 * A program whose author read how people are told from programs, and took care of some of it: what
 * is left is different with each. Of some whose time and ways are a person's, recorded once or drawn
 * well, nothing is left but how a driver makes its input.
 */
export function carefulHand(random: Random): Hand {
  const pointing = plannedPointing(random, carefulShapes);
  if (random.chance(0.35)) return { ...humanHand(random), pointing };
  const hand = steadyHand(random);
  const held = random.weighted({ none: 34, fixed: 28, varied: 38 });
  return {
    ...hand,
    gapMs: random.around(120, 0.45),
    gapVariation: random.chance(0.4) ? random.between(0.05, 0.3) : random.between(0.3, 0.75),
    holdMs: held === "none" ? random.between(0, 3) : random.between(35, 120),
    holdVariation: held === "varied" ? random.between(0.1, 0.4) : random.between(0, 0.05),
    rushed: random.chance(0.3) ? random.between(0.5, 1) : 0,
    corrections: random.chance(0.35) ? random.between(0.5, 5) : 0,
    fillsHidden: 0.02,
    returns: random.chance(0.1) ? 0.2 : 0,
    thinkMs: random.around(700, 0.7),
    dwellMs: random.around(7000, 0.8),
    pages: random.around(3, 0.5),
    pointing,
    scrolls: random.chance(0.3) ? 0 : random.around(2, 0.5),
  };
}
