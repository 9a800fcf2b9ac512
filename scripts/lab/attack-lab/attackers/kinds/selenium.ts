import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const selenium: Kind = {
  name: "selenium",
  side: "attack",
  automation: true,
  about: "Selenium with chromedriver, headless: sendKeys and click.",
  trainedOn: null,
  async run(visit) {
    await driveAndClose(visit, { library: "selenium", behaviour: "program" });
  },
};
