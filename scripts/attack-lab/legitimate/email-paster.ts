import type { Kind } from "../kind.ts";
import { bookByMouse } from "./by-mouse.ts";
import { byClick } from "./form.ts";
import type { Guest } from "./guest.ts";

export const emailPaster: Kind = {
  name: "email-paster",
  side: "legitimate",
  automation: false,
  about: "Types, but pastes the e-mail address, which was copied in another program.",
  trainedOn: "simulated pasters",
  run: (visit) =>
    bookByMouse(
      visit,
      { typist, tempo: 1, pace: 1 },
      { ...byClick, instead: { email: ({ desk, person }) => paste(desk, person.email) } },
    ),
};

const typist = { gapMs: 170, spread: 0.4, holdMs: 90, slips: 0.03 };

async function paste({ hands, screen }: Guest["desk"], text: string): Promise<void> {
  const other = Bun.spawn(["xclip", "-selection", "clipboard"], {
    env: { ...process.env, DISPLAY: screen.display },
    stdio: [new Blob([text]), "ignore", "ignore"],
  });
  // It stays behind in the background until the screen goes, for whoever asks for the text.
  if ((await other.exited) !== 0) throw new Error("xclip could not fill the clipboard");
  await hands.press("ctrl+v");
}
