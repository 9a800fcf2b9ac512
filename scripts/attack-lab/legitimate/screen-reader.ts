import type { Kind } from "../kind.ts";
import { bookByKeyboard } from "./by-keyboard.ts";

export const screenReader: Kind = {
  name: "screen-reader",
  side: "legitimate",
  automation: false,
  about:
    "Listens more than it presses: no pointer, long silences, the browser's accessibility on. " +
    "No screen reader itself runs.",
  trainedOn: null,
  run: (visit) => bookByKeyboard(visit, { typist, tempo: 1.5, pace: 3, flags }),
};

const typist = { gapMs: 190, spread: 0.45, holdMs: 95, slips: 0.03 };
const flags = ["--force-renderer-accessibility"];
