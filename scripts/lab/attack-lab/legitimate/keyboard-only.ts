import type { Kind } from "../kind.ts";
import { bookByKeyboard } from "./book-by-keyboard.ts";

export const keyboardOnly: Kind = {
  name: "keyboard-only",
  side: "legitimate",
  automation: false,
  about: "Uses the keyboard only: Tab, arrow keys and Enter.",
  trainedOn: null,
  run: (visit) => bookByKeyboard(visit, { typist, tempo: 0.9, pace: 1 }),
};

const typist = { gapMs: 150, spread: 0.4, holdMs: 85, slips: 0.03 };
