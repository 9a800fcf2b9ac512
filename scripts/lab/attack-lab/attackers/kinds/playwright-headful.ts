import type { Kind } from "../../kind.ts";
import { driven } from "../drive.ts";

export const playwrightHeadful: Kind = {
  name: "playwright-headful",
  side: "attack",
  automation: true,
  about: "Playwright with a window and no special flags, typing with delays.",
  trainedOn: "tools as documented",
  run: driven({ library: "playwright", behaviour: "program", headful: true, typingMs: [60, 140] }),
};
