import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const selenium: Kind = {
  name: "selenium",
  side: "attack",
  automation: true,
  about: "Selenium with chromedriver, headless: sendKeys and click.",
  trainedOn: null,
  run: driven({ library: "selenium", behaviour: "program" }),
};
