import type { Kind } from "../kind.ts";
import { bookByMouse } from "./book-by-mouse.ts";
import { byClick } from "./checkout-form.ts";

export const slowTypist: Kind = {
  name: "slow-typist",
  side: "legitimate",
  automation: false,
  about: "Types slowly with more typos, and clicks on every field.",
  trainedOn: "simulated slow typists",
  run: (visit) => bookByMouse(visit, { typist, tempo: 1.35, pace: 1.4 }, byClick),
};

const typist = { gapMs: 340, spread: 0.45, holdMs: 110, slips: 0.05 };
