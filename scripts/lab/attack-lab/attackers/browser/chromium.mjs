/** How the attackers start Chromium: flags, profile and display. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Set by `drive.ts`. */
export const executablePath = process.env.CHROMIUM;

/** Flags required on this machine and for the person's IP address. */
export const neededFlags = (proxy) => [
  "--no-sandbox",
  "--no-first-run",
  "--disable-gpu",
  "--disable-quic",
  "--disable-component-update",
  `--proxy-server=${proxy}`,
  // Chromium would otherwise bypass the proxy for the lab's sites on this machine.
  "--proxy-bypass-list=<-loopback>",
];

/** Creates a profile with the person's language. */
export function writeProfile(folder, language) {
  const list = [...new Set([language, language.split("-")[0], "en"])].join(",");
  const preferences = { intl: { accept_languages: list, selected_languages: list } };
  mkdirSync(join(folder, "Default"), { recursive: true });
  writeFileSync(join(folder, "Default", "Preferences"), JSON.stringify(preferences));
}

/** Environment variables of a browser in the person's time zone. */
export const environmentOf = (person, display) => ({
  ...process.env,
  TZ: person.timeZone,
  ...(display && { DISPLAY: display }),
});

/** Starts a virtual X server for the visit, which chooses a free display number. */
export function startDisplay(size = "1440x900") {
  const screen = ["-screen", "0", `${size}x24`, "-nolisten", "tcp"];
  const child = spawn("Xvfb", ["-displayfd", "3", ...screen], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  process.once("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => reject(new Error(`Xvfb exited with status ${status}`)));
    child.stdio[3].once("data", (number) => {
      resolve({ name: `:${String(number).trim()}`, stop: () => child.kill() });
    });
  });
}
