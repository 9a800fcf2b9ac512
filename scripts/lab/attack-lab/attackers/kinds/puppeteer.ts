import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const puppeteer: Kind = {
  name: "puppeteer",
  side: "attack",
  automation: true,
  about: "Puppeteer, headless, straight to the checkout: page.type and page.click.",
  trainedOn: "tools as documented",
  async run(visit) {
    await driveAndClose(visit, {
      library: "puppeteer",
      behaviour: "program",
      startsAtCheckout: true,
    });
  },
};
