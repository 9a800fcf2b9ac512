/** Where this machine's browsers are. Nothing else looks for them. */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** @returns the path of Chromium: `CHROMIUM` where it is set, else `chromium` in the PATH. */
export function findChromium(): string | null {
  return find(process.env.CHROMIUM, "chromium");
}

/**
 * @returns the path of Chromium without its own windows, which takes a fifth of the processor's time for
 *   each page, and does everything that a page sees; Debian has it in a package of its own.
 */
export function findHeadlessShell(): string | null {
  if (process.env.CHROMIUM) return null; // Another browser is wanted.
  return find(undefined, "chromium-headless-shell");
}

/** @returns the path of Firefox: `FIREFOX` where it is set, else `firefox-esr` in the PATH. */
export function findFirefox(): string | null {
  return find(process.env.FIREFOX, "firefox-esr");
}

/**
 * Whether a browser finds a font, in the places where fontconfig looks or, if it is installed, by its own
 * list: without any, Chromium crashes at the first text. Other systems than Linux always have some.
 */
export function hasFonts(): boolean {
  if (process.platform !== "linux") return true;
  const own = process.env.XDG_DATA_HOME ?? join(homedir(), ".local/share");
  const shared = ["/usr/share/fonts", "/usr/local/share/fonts"];
  const folders = [...shared, join(own, "fonts"), join(homedir(), ".fonts")];
  return folders.some(containsFont) || (Bun.which("fc-list") !== null && isListed());
}

const containsFont = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|ttc|otf|pfb)$/i.test(`${name}`));

const isListed = () => Bun.spawnSync(["fc-list"]).stdout.toString().trim() !== "";

/** @throws Error that says what to install. */
export function requireChromium(): string {
  const path = findChromium();
  if (path === null) throw new Error(`Chromium is not installed. ${installChromium}`);
  return path;
}

export const installChromium =
  "Install it with `apt-get install chromium`, or set CHROMIUM to its path.";
export const installFont = "Install one with `apt-get install fonts-liberation`.";
export const installFirefox =
  "Install it with `apt-get install firefox-esr`, or set FIREFOX to its path.";

function find(named: string | undefined, program: string): string | null {
  if (named) return existsSync(named) ? named : null;
  const path = Bun.which(program);
  // A browser from a snap package cannot read profiles in the system's temporary folder.
  const isSnap =
    path !== null && /^\/snap\/|\/usr\/bin\/snap$/.test(`${path} ${realpathSync(path)}`);
  return isSnap ? null : path;
}
