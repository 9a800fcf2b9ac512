import { join } from "node:path";
import type { Kind } from "../../kind.ts";
import { bookByMouse } from "../../legitimate/book-by-mouse.ts";
import { byTab } from "../../legitimate/checkout-form.ts";
import { bookAndBeDenied } from "../after-denial.ts";

export const deniedThenByHand: Kind = {
  name: "denied-then-by-hand",
  side: "attack",
  // The booking by the program is not counted.
  automation: false,
  about:
    "Patchright is denied, then the same person books by hand with the same browser profile, without automation.",
  trainedOn: "fraudsters who go on by hand once denied",
  countedFrom: 2,
  async run(visit) {
    // The folder of the profile that a desktop opens.
    const folder = join(visit.folder, "profile");
    await bookAndBeDenied(
      { ...visit, folder },
      {
        library: "patchright",
        behaviour: "program",
        headful: true,
        disguised: true,
        typingMs: [50, 130],
      },
    );
    await bookByMouse(visit, { typist, tempo: 1, pace: 0.9 }, byTab);
  },
};

const typist = { gapMs: 140, spread: 0.4, holdMs: 85, slips: 0.03 };
