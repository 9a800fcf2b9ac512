import type { Kind } from "../kind.ts";
import { bookByMouse } from "./by-mouse.ts";
import { byTab } from "./form.ts";

export const fastTypist: Kind = {
  name: "fast-typist",
  side: "legitimate",
  automation: false,
  about: "Types quickly, goes from field to field with the tabulator, and clicks.",
  trainedOn: "simulated travellers who type",
  run: (visit) => bookByMouse(visit, { typist, tempo: 0.85, pace: 0.8 }, byTab),
};

const typist = { gapMs: 115, spread: 0.35, holdMs: 80, slips: 0.03 };
