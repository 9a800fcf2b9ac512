import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const puppeteer: Kind = {
  name: "puppeteer",
  side: "attack",
  automation: true,
  about: "Puppeteer, headless, straight to the checkout: page.type and page.click.",
  trainedOn: "tools as documented",
  run: driven({ library: "puppeteer", behaviour: "program", startsAtCheckout: true }),
};
