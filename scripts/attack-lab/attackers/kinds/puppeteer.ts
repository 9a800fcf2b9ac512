import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const puppeteer: Kind = {
  name: "puppeteer",
  side: "attack",
  automation: true,
  about: "Puppeteer, headless, straight to the checkout: page.type and page.click.",
  trainedOn: "tools as their manuals show them",
  async run(visit) {
    await driveToTheEnd(visit, { library: "puppeteer", hand: "program", deep: true });
  },
};
