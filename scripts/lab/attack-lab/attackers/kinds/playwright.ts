import type { Kind } from "../../kind.ts";
import { driveAndClose } from "../drive.ts";

export const playwright: Kind = {
  name: "playwright",
  side: "attack",
  automation: true,
  about: "Playwright, headless, as in its first example: page.fill and page.click.",
  trainedOn: "tools as documented",
  async run(visit) {
    await driveAndClose(visit, { library: "playwright", behaviour: "program" });
  },
};
