// Runs the scripts of several processes with one Chromium, in contexts of their own. Prints the socket's path for
// `CHROMIUM_SCRIPTS`, and ends with its standard input. One process for all of them: each would spend a tenth of a
// test's processor time on taking the browser's messages from another one, and a third of a second on its start.
//
//     node server.mjs EXECUTABLE    of the Chromium that is shared; CHROMIUM is the one that scripts with flags start
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { share } from "./chromium.mjs";
import { answerLines } from "./script-lines.mjs";

const browser = await share(process.argv[2]);
const folder = mkdtempSync(join(tmpdir(), "booking-risk-chromium-")); // Nobody else may open it.
const path = join(folder, "scripts");
const server = createServer((socket) => {
  socket.on("error", () => {}); // Its process was ended; what it asked for ends by itself.
  answerLines(socket, socket);
});
server.listen(path, () => process.stdout.write(`${path}\n`));

async function end() {
  rmSync(folder, { recursive: true, force: true });
  await browser.close();
  process.exit(0);
}
process.stdin.on("end", end).resume();
process.on("SIGTERM", end);
