import type { Kind } from "../../kind.ts";
import { driveToTheEnd } from "../drive.ts";

export const selenium: Kind = {
  name: "selenium",
  side: "attack",
  automation: true,
  about: "Selenium with chromedriver, headless: sendKeys and click.",
  trainedOn: null,
  async run(visit) {
    await driveToTheEnd(visit, { library: "selenium", hand: "program" });
  },
};
