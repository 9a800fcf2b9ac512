/** Runs Node scripts that drive Chromium: Playwright is steadier under Node than under Bun. */
import { requireChromium } from "./installed.ts";
import { NodeProcess } from "./node-process.ts";

/** The variable with the address of a Chromium that scripts share; without it each starts its own. */
export const browserVariable = "CHROMIUM_SERVER";

/** Then the process of Node ends; the next script starts another. */
const idleMsMax = 3_000;

let host: NodeProcess | undefined;

/**
 * Runs a script's default export on one JSON argument, and returns its result.
 * @param script its absolute path.
 * @throws Error with the script's stack, where it failed.
 */
export async function runInNode<Result>(script: string, argument: object): Promise<Result> {
  if (!host?.takesScripts) {
    host = new NodeProcess({ ...process.env, CHROMIUM: requireChromium() }, idleMsMax);
  }
  return (await host.run(script, argument)) as Result;
}
