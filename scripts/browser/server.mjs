// A Chromium that several scripts use at the same time, each in a context of its own. Prints the
// address for `CHROMIUM_SERVER`, and ends with its standard input.
import { startServer } from "./chromium.mjs";

const server = await startServer();
process.stdout.write(`${server.wsEndpoint()}\n`);
process.stdin.on("end", () => server.close()).resume();
process.on("SIGTERM", () => server.close().then(() => process.exit(0)));
