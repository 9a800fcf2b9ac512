/** Human typing: when each key is pressed and released, with typos and their corrections. */
import type { Random } from "../../../../../models/training/simulator/random.ts";

export interface Typist {
  /** Median time from one key to the next, ms. */
  gapMs: number;
  /** Standard deviation of the logarithm of that time. */
  spread: number;
  /** Median time that a key is held, ms. */
  holdMs: number;
  /** Probability that a letter is mistyped at first. */
  slips: number;
}

/** A key event, `at` ms after the start. */
export interface KeyEvent {
  at: number;
  /** The xdotool command. */
  action: "keydown" | "keyup";
  /** The name of an X keysym. */
  key: string;
}

/** Keys of a US keyboard whose keysym differs from their character. */
const names: Readonly<Record<string, string>> = {
  " ": "space",
  ".": "period",
  "-": "minus",
  "'": "apostrophe",
  ",": "comma",
  "/": "slash",
  "=": "equal",
};
const shifted: Readonly<Record<string, string>> = {
  "@": "2",
  "+": "equal",
  _: "minus",
  "&": "7",
  ":": "semicolon",
};

const neighbours = "qwertyuiop asdfghjkl zxcvbnm";

/** The characters as typed, including typos and Backspaces. */
export function pressed(random: Random, text: string, slips: number): string[] {
  const keys: string[] = [];
  for (const character of text) {
    if (/[a-z]/.test(character) && random.chance(slips)) {
      const place = neighbours.indexOf(character);
      const beside = neighbours[place + (random.chance(0.5) ? 1 : -1)]?.trim();
      keys.push(beside || "e", "BackSpace");
    }
    keys.push(character);
  }
  return keys;
}

/** @returns the events in chronological order. */
export function keystrokes(random: Random, text: string, typist: Typist): KeyEvent[] {
  const events: KeyEvent[] = [];
  let at = random.between(40, 160);
  let before = "";
  const upAt = new Map<string, number>();
  for (const character of pressed(random, text, typist.slips)) {
    const key = keyOf(character);
    // A key must be released before it can be pressed again.
    at = Math.max(at + gapBefore(random, before, character, typist), (upAt.get(key) ?? 0) + 25);
    const hold = Math.min(220, Math.max(35, random.around(typist.holdMs, 0.25)));
    const shift = character in shifted || /^[A-Z]$/.test(character);
    // Shift is pressed before its key and released after it; keys may overlap.
    if (shift) events.push({ at: at - random.between(45, 90), action: "keydown", key: "shift" });
    events.push({ at, action: "keydown", key }, { at: at + hold, action: "keyup", key });
    if (shift) events.push({ at: at + hold + 12, action: "keyup", key: "shift" });
    upAt.set(key, at + hold);
    if (shift) at += hold + 15;
    before = character;
  }
  return events.toSorted((a, b) => a.at - b.at);
}

function gapBefore(random: Random, before: string, character: string, typist: Typist): number {
  let gap = Math.max(35, random.around(typist.gapMs, typist.spread));
  if (character === "BackSpace") gap += random.between(160, 480);
  if (before === "BackSpace") gap += random.between(60, 200);
  if (/[\s@.]/.test(before) || /^[@+_&A-Z]$/.test(character)) gap += random.between(60, 220);
  return gap;
}

function keyOf(character: string): string {
  if (character.length > 1) return character;
  const plain = shifted[character] ?? names[character] ?? character.toLowerCase();
  // xdotool maps a spare key to characters that the keyboard lacks.
  return /^[ -~]/.test(plain) ? plain : `U${plain.codePointAt(0)!.toString(16).padStart(4, "0")}`;
}
