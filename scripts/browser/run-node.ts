/** Runs Node scripts that drive Chromium: Playwright is steadier under Node than under Bun. */
import { requireChromium } from "./installed.ts";

/** The variable with the address of a Chromium that scripts share; without it each starts its own. */
export const browserVariable = "CHROMIUM_SERVER";

/** A script that hangs, in a loop of its own or in the browser, is ended. */
const msMax = 5 * 60_000;

/**
 * Runs a script with one JSON argument, which it reads with `answer` of `chromium.mjs`.
 * @returns the JSON that it printed.
 * @throws Error with its standard error, where it failed.
 */
export async function runInNode<Result>(script: string, argument: object): Promise<Result> {
  const child = Bun.spawn(["node", script, JSON.stringify(argument)], {
    env: { ...process.env, CHROMIUM: requireChromium() },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: msMax,
  });
  const [output, complaint, status] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  if (child.signalCode) throw new Error(`${script} did not end within ${msMax / 1000} s.`);
  if (status !== 0) throw new Error(`${script} failed: ${complaint}`);
  return JSON.parse(output) as Result;
}
