import type { Kind } from "../kind.ts";
import { bookByMouse } from "./by-mouse.ts";
import { byClick } from "./form.ts";

export const slowTypist: Kind = {
  name: "slow-typist",
  side: "legitimate",
  automation: false,
  about: "Looks for the keys, mistypes more often, and clicks into every field.",
  trainedOn: "simulated slow typists",
  run: (visit) => bookByMouse(visit, { typist, tempo: 1.35, pace: 1.4 }, byClick),
};

const typist = { gapMs: 340, spread: 0.45, holdMs: 110, slips: 0.05 };
