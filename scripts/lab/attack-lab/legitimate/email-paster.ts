import type { Kind } from "../kind.ts";
import { bookByMouse } from "./book-by-mouse.ts";
import { byClick } from "./checkout-form.ts";
import type { Guest } from "./guest.ts";

export const emailPaster: Kind = {
  name: "email-paster",
  side: "legitimate",
  automation: false,
  about: "Types, but pastes the e-mail address, which was copied from another program.",
  trainedOn: "simulated pasters",
  run: (visit) =>
    bookByMouse(
      visit,
      { typist, tempo: 1, pace: 1 },
      { ...byClick, instead: { email: ({ desktop, person }) => paste(desktop, person.email) } },
    ),
};

const typist = { gapMs: 170, spread: 0.4, holdMs: 90, slips: 0.03 };

async function paste({ input, screen }: Guest["desktop"], text: string): Promise<void> {
  const other = Bun.spawn(["xclip", "-selection", "clipboard"], {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: [new Blob([text]), "ignore", "ignore"],
  });
  // xclip continues in the background to serve the clipboard until the display closes.
  if ((await other.exited) !== 0) throw new Error("xclip could not fill the clipboard");
  await input.press("ctrl+v");
}
