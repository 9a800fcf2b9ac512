/** Debian's Chromium as the attackers start it: its flags, its profile, its display. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Set by `drive.ts`. */
export const executablePath = process.env.CHROMIUM;

/** What every visit needs to run here and to come from its person's address. */
export const neededFlags = (proxy) => [
  "--no-sandbox",
  "--no-first-run",
  "--disable-gpu",
  "--disable-quic",
  "--disable-component-update",
  `--proxy-server=${proxy}`,
  // The laboratory's site is on this machine, which Chromium would reach without the proxy.
  "--proxy-bypass-list=<-loopback>",
];

/** A profile whose browser asks for pages in the person's language. */
export function writeProfile(folder, language) {
  const list = [...new Set([language, language.split("-")[0], "en"])].join(",");
  const preferences = { intl: { accept_languages: list, selected_languages: list } };
  mkdirSync(join(folder, "Default"), { recursive: true });
  writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify(preferences));
}

/** The surroundings of a browser on a machine that stands where the person does. */
export const environmentOf = (person, display) => ({
  ...process.env,
  TZ: person.timeZone,
  ...(display && { DISPLAY: display }),
});

/** An X server of the visit's own, with no screen behind it. It takes a free number by itself. */
export function startDisplay(size = "1440x900") {
  const screen = ["-screen", "0", `${size}x24`, "-nolisten", "tcp"];
  const child = spawn("Xvfb", ["-displayfd", "3", ...screen], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  process.once("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => reject(new Error(`Xvfb ended with status ${status}`)));
    child.stdio[3].once("data", (number) => {
      resolve({ name: `:${String(number).trim()}`, stop: () => child.kill() });
    });
  });
}
