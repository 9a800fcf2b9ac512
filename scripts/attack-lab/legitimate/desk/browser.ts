/** Debian's Chromium as a person starts it: with a window, and with nobody driving it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { requireChromium } from "../../../browser/installed.ts";
import type { Person } from "../../kind.ts";
import type { Screen } from "./screen.ts";

const stopMsMax = 5000;

export interface Browser {
  /** Opens an address in a new tab, as a link does that is clicked in another program. */
  follow(url: string): Promise<void>;
  stop(): Promise<void>;
}

interface Options {
  screen: Screen;
  /** The profile's folder; made where it is missing, gone on with where not. */
  profile: string;
  proxy: string;
  person: Pick<Person, "language" | "timeZone">;
  url: string;
  /** Beyond what every visitor's browser has. */
  flags?: readonly string[];
}

/**
 * None of these can be seen by a page. They keep the browser from calling home and from asking
 * things that the visitor does not know how to answer. `--test-type` only hides the bar that
 * complains of `--no-sandbox`, which Chromium wants of root.
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
    // The site is on this machine, and is to be reached through the proxy all the same.
    "--proxy-bypass-list=<-loopback>",
    ...flags,
  ];
  const env = {
    ...process.env,
    DISPLAY: screen.display,
    // Crash reports and caches belong to the visit, too.
    HOME: profile,
    TZ: person.timeZone,
    LANG: "C.UTF-8",
    DBUS_SESSION_BUS_ADDRESS: "disabled:",
  };
  const start = (url: string) =>
    Bun.spawn([...command, url], { env, stdio: ["ignore", "ignore", "ignore"] });
  const child = start(url);
  return {
    // A second Chromium finds the first one by the profile, hands the address over, and ends.
    follow: async (url) => void (await start(url).exited),
    async stop() {
      child.kill("SIGTERM");
      const forced = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
      await child.exited;
      clearTimeout(forced);
    },
  };
}

/** As in `156`. @throws Error where the browser does not say. */
export async function majorVersion(): Promise<string> {
  const child = Bun.spawn([requireChromium(), "--version"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const major = /\d+/.exec(await child.stdout.text())?.[0];
  if (!major) throw new Error("Chromium does not print its version");
  return major;
}

/** The languages of a browser are a preference; of the system's, Debian's has only English. */
function setUpProfile(profile: string, language: string): void {
  const folder = join(profile, "Default");
  const [base] = language.split("-");
  const accepted = [...new Set([language, base, "en"])].join(",");
  if (!mkdirSync(folder, { recursive: true })) return;
  const preferences = { intl: { accept_languages: accepted, selected_languages: accepted } };
  writeFileSync(join(folder, "Preferences"), JSON.stringify(preferences));
}
