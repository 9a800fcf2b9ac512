/** Installs the automation libraries in this folder, separate from the project's dependencies. */
import { createHash } from "node:crypto";
import { join } from "node:path";

const folder = import.meta.dir;

/** Contains the hash of the lockfile after a successful install. */
const stamp = Bun.file(join(folder, "node_modules", ".installed-from"));

/** The libraries use the installed Chromium and must not download browsers. */
const noBrowsers = {
  PUPPETEER_SKIP_DOWNLOAD: "1",
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: "1",
  SE_OFFLINE: "true",
};

/** Does nothing if the locked packages are installed. @throws Error where the install fails. */
export async function installAttackers(): Promise<void> {
  const hash = createHash("sha256");
  for (const name of ["package.json", "bun.lock"]) {
    hash.update(await Bun.file(join(folder, name)).text());
  }
  const wanted = hash.digest("hex");
  if ((await stamp.exists()) && (await stamp.text()) === wanted) return;
  const child = Bun.spawn([process.execPath, "install", "--frozen-lockfile"], {
    cwd: folder,
    env: { ...process.env, ...noBrowsers },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [complaint, status] = await Promise.all([child.stderr.text(), child.exited]);
  if (status !== 0)
    throw new Error(`the attackers' packages cannot be installed: ${complaint.trim()}`);
  await Bun.write(stamp, wanted);
}
