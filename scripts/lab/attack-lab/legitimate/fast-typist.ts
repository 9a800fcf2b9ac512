import type { Kind } from "../kind.ts";
import { bookByMouse } from "./book-by-mouse.ts";
import { byTab } from "./checkout-form.ts";

export const fastTypist: Kind = {
  name: "fast-typist",
  side: "legitimate",
  automation: false,
  about: "Types fast, moves between fields with Tab, and clicks buttons.",
  trainedOn: "simulated travellers who type",
  run: (visit) => bookByMouse(visit, { typist, tempo: 0.85, pace: 0.8 }, byTab),
};

const typist = { gapMs: 115, spread: 0.35, holdMs: 80, slips: 0.03 };
