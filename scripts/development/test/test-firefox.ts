/**
 * The browser script in Firefox: the tab and navigation matrix, compared with Chromium's, and what it sees
 * of hands, forms and consent. Not a part of `npm test`: Firefox starts slowly on a busy machine.
 *
 *     npm run test:firefox      needs firefox-esr
 */
import { join } from "node:path";

const files = [
  "./test/long/navigation/navigation.test.ts",
  "./test/long/navigation/firefox-by-request.ts",
];
const child = Bun.spawn([process.execPath, join(import.meta.dir, "test.ts"), ...files], {
  env: { ...process.env, FIREFOX_TESTS: "1", NAVIGATION_TABLE: "1" },
  stdio: ["ignore", "inherit", "inherit"],
});
process.exit(await child.exited);
