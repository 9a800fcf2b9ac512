/** Chromium as a person starts it: with a window and without automation. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requireChromium } from "../../../../programs/browser/installed.ts";
import type { Person } from "../../kind.ts";
import type { Display } from "./display.ts";

const stopMsMax = 5000;

export interface Browser {
  /** Opens a URL in a new tab, like a link clicked in another program. */
  follow(url: string): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  screen: Display;
  /** The profile's folder, which is created if missing and otherwise reused. */
  profile: string;
  proxy: string;
  person: Pick<Person, "language" | "timeZone">;
  url: string;
  /** Additional flags. */
  flags?: readonly string[];
}

/**
 * Pages cannot detect any of these. They prevent background requests and first-run dialogs.
 * `--test-type` only hides the warning about `--no-sandbox`, which Chromium requires for root.
 */
const quiet = [
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-breakpad",
  "--disable-features=Translate",
  "--password-store=basic",
  ...(process.getuid?.() === 0 ? ["--no-sandbox", "--test-type"] : []),
];

export function openBrowser(options: Options): Browser {
  const { screen, profile, proxy, person, url, flags = [] } = options;
  setUpProfile(profile, person.language);
  const command = [
    requireChromium(),
    `--user-data-dir=${profile}`,
    ...quiet,
    "--start-maximized",
    `--proxy-server=${proxy}`,
    // Chromium would otherwise bypass the proxy for sites on this machine.
    "--proxy-bypass-list=<-loopback>",
    ...flags,
  ];
  const env = {
    ...process.env,
    DISPLAY: screen.display,
    // Keeps crash reports and caches in the visit's folder.
    HOME: profile,
    TZ: person.timeZone,
    LANG: "C.UTF-8",
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
  };
  const start = (url: string) =>
    Bun.spawn([...command, url], { env, stdio: ["ignore", "ignore", "ignore"] });
  const child = start(url);
  return {
    // A second Chromium with the same profile passes the URL to the first one and exits.
    follow: async (url) => void (await start(url).exited),
    async stop() {
      child.kill("SIGTERM");
      const forced = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
      await child.exited;
      clearTimeout(forced);
    },
  };
}

/** For example `156`. @throws Error where the browser does not print its version. */
export async function majorVersion(): Promise<string> {
  const child = Bun.spawn([requireChromium(), "--version"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const major = /\d+/.exec(await child.stdout.text())?.[0];
  if (!major) throw new Error("Chromium does not print its version");
  return major;
}

/** Sets the browser's languages as a preference, because the system may only have English. */
function setUpProfile(profile: string, language: string): void {
  const folder = join(profile, "Default");
  const [base] = language.split("-");
  const accepted = [...new Set([language, base, "en"])].join(",");
  if (!mkdirSync(folder, { recursive: true })) return;
  const preferences = { intl: { accept_languages: accepted, selected_languages: accepted } };
  writeFileSync(join(folder, "Preferences"), JSON.stringify(preferences));
}
