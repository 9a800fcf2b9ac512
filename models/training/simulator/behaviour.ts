/** How a person or a program moves through pages and fills in forms. */
import {
  carefulShapes,
  humanPointing,
  type Pointing,
  plainShapes,
  programmedPointing,
  toolPointing,
} from "./pointer.ts";
import type { Random } from "./random.ts";
import type { Typing } from "./typing.ts";

/**
 * Typed; pasted; autofilled by the browser; inserted as a whole by a keyboard suggestion, dictation
 * or an automation tool's fill(); set by a script that dispatches events; or set without any event.
 */
export type Filling = "typed" | "pasted" | "autofilled" | "inserted" | "synthetic" | "silent";
export type Fillings = Readonly<Partial<Record<Filling, number>>>;

export interface Behaviour extends Typing {
  /** How each field is filled, by weight; e-mail addresses may differ. */
  filling: Fillings;
  emailFilling?: Fillings;
  /** Whether fields are filled out of order, and how often one or two are revisited. */
  ownOrder: boolean;
  returns: number;
  /** How often a honeypot field is filled, where there is one. */
  fillsHidden: number;
  /** Pauses before and in fields, ms. */
  thinkMs: number;
  /** Medians of the time on each page before the checkout, ms, and of the number of pages. */
  dwellMs: number;
  pages: number;
  pointing: Pointing;
  /** Scroll movements per page. */
  scrolls: number;
  /** Share of pages on which the visitor switches to another tab or window for a while. */
  tabSwitches: number;
  /** Share of visits that come from another site. */
  referred: number;
  /** Share of visits that begin on a deeper page: a metasearch link, an e-mail, a bookmark. */
  landsDeep: number;
  /** Only the first batch arrives; nothing else of the visit is recorded. */
  unseen: boolean;
  /** The form is submitted by a script. */
  scriptSubmit: boolean;
  /** Navigates by clicks; a program opens URLs. */
  clicks: boolean;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

const fillings: Readonly<Record<string, Fillings>> = {
  keys: { typed: 95, inserted: 3, pasted: 2 },
  browser: { typed: 35, autofilled: 60, inserted: 3, pasted: 2 },
  // Dictated, or tapped from a phone keyboard's suggestions.
  dictated: { typed: 4, inserted: 96 },
};

/** A person on their own device: the basis of every kind of traveller. */
export function humanBehaviour(random: Random): Behaviour {
  const way = random.weighted({ keys: 685, browser: 300, dictated: 15 });
  return {
    ...humanTyping(random),
    filling: fillings[way]!,
    emailFilling:
      way === "dictated" ? fillings.dictated! : { typed: 76, autofilled: 18, pasted: 6 },
    ownOrder: random.chance(0.02),
    returns: random.chance(0.7) ? 0.15 : 0.5,
    fillsHidden: 0.004,
    thinkMs: random.around(1300, 0.6),
    dwellMs: random.around(17_000, 0.6),
    pages: random.around(4.2, 0.65),
    pointing: humanPointing(random),
    // 8 a minute, from less than 1 to 40: readers of an article scroll 6 times, 1 to 25 (README.md).
    scrolls: random.around(2.4, 0.95),
    tabSwitches: random.chance(0.3) ? 0.25 : 0.02,
    referred: 0.6,
    landsDeep: 0.12,
    unseen: random.chance(0.006),
    scriptSubmit: false,
    clicks: true,
  };
}

/**
 * Gaps, hold times, rushed keys and corrections follow the recordings of real typists in
 * `../hands/measured.json`. Who types slowly also types less evenly.
 */
export function humanTyping(random: Random): Typing {
  const gapMs = clamp(random.around(210, 0.38), 70, 900);
  return {
    gapMs,
    gapVariation: clamp(0.8 * (gapMs / 210) ** 0.4 * random.around(1, 0.22), 0.35, 2),
    holdMs: clamp(random.around(104, 0.2), 45, 260),
    holdVariation: clamp(random.around(0.265, 0.22), 0.12, 0.7),
    // A text expander, or a password manager that types.
    rushed: random.chance(0.012) ? random.between(0.2, 0.9) : null,
    corrections: clamp(random.around(2.2, 0.8), 0, 12),
    correctionRun: 2.2,
  };
}

const noTyping: Typing = {
  gapMs: 0,
  gapVariation: 0,
  holdMs: 0,
  holdVariation: 0,
  rushed: 0,
  corrections: 0,
  correctionRun: 1,
};

/** A simple script that sets values and submits the form. */
export function scriptBehaviour(random: Random): Behaviour {
  const filling = random.weighted({ silent: 40, synthetic: 26, inserted: 34 });
  const pointing = toolPointing(random);
  const aims = random.chance(0.15) ? { movesPerS: random.between(0.2, 3) } : { movesPerClick: 0 };
  return {
    ...humanBehaviour(random),
    ...noTyping,
    filling: { [filling]: 1 },
    emailFilling: { [filling]: 1 },
    ownOrder: random.chance(0.2),
    returns: 0,
    // A script that fills every field fills the honeypot as well.
    fillsHidden: random.chance(filling === "inserted" ? 0.15 : 0.5) ? 0.9 : 0,
    thinkMs: random.chance(0.75) ? random.between(1, 25) : random.around(250, 0.6),
    dwellMs: random.chance(0.7) ? random.around(500, 0.9) : random.around(3500, 0.6),
    pages: random.chance(0.7) ? 1 : random.int(2, 4),
    // A script's click() comes without pointer moves.
    pointing: { ...pointing, ...(filling === "inserted" ? {} : aims), centred: 1 },
    scrolls: random.chance(0.85) ? 0 : 1,
    tabSwitches: 0,
    referred: 0.06,
    scriptSubmit: filling !== "inserted" || random.chance(0.3),
    clicks: random.chance(0.6),
  };
}

/**
 * A program that presses keys and moves the pointer through the browser's input pipeline, step by
 * step: an attacker's bot, a merchant's own test, or an assistant that books for its owner.
 */
export function steadyBehaviour(random: Random): Behaviour {
  return {
    ...humanBehaviour(random),
    ...steadyTyping(random),
    filling: { typed: 96, inserted: 4 },
    emailFilling: { typed: 1 },
    ownOrder: random.chance(0.1),
    returns: 0,
    fillsHidden: random.chance(0.1) ? 0.9 : 0,
    thinkMs: random.around(350, 0.8),
    dwellMs: random.around(4000, 0.9),
    pages: random.around(2.6, 0.5),
    pointing: programmedPointing(random, plainShapes),
    scrolls: random.chance(0.5) ? 0 : random.around(1.5, 0.5),
    tabSwitches: 0,
    referred: 0.2,
  };
}

/**
 * An automation tool's type() holds each key for the given delay and presses the next one at once.
 * Pauses between keys have to be programmed.
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
    correctionRun: 1,
  };
}

/**
 * A program whose author knows how bots are detected and has hidden some of the signs, different ones
 * in each program. Some replay a person's timing and differ from people only in the driver's input
 * events.
 */
export function carefulBehaviour(random: Random): Behaviour {
  const pointing = programmedPointing(random, carefulShapes);
  if (random.chance(0.35)) return { ...humanBehaviour(random), pointing };
  const behaviour = steadyBehaviour(random);
  const held = random.weighted({ none: 34, fixed: 28, varied: 38 });
  return {
    ...behaviour,
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
