import type { Kind } from "../kind.ts";
import { bookByKeyboard } from "./book-by-keyboard.ts";

export const screenReader: Kind = {
  name: "screen-reader",
  side: "legitimate",
  automation: false,
  about:
    "Behaves like a user of a screen reader: no pointer, long pauses, the browser's accessibility " +
    "tree enabled. No actual screen reader runs.",
  trainedOn: null,
  run: (visit) => bookByKeyboard(visit, { typist, tempo: 1.5, pace: 3, flags }),
};

const typist = { gapMs: 190, spread: 0.45, holdMs: 95, slips: 0.03 };
const flags = ["--force-renderer-accessibility"];
