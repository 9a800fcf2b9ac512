import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const playwrightCurves: Kind = {
  name: "playwright-curves",
  side: "attack",
  automation: true,
  about: "Playwright without webdriver, on recorded-like curves with pauses, slips and scrolling.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, {
      library: "playwright",
      hand: "curves",
      cloaked: true,
      headful: true,
    });
  },
};
