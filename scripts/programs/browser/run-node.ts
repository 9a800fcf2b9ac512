/** Runs Node scripts that drive Chromium: Playwright is steadier under Node than under Bun. */
import { requireChromium } from "./installed.ts";
import { NodeProcess, type ScriptRunner, SharedNode } from "./node-process.ts";

/** The variable with the socket of a process that runs scripts with one Chromium; without it each starts its own. */
export const scriptsVariable = "CHROMIUM_SCRIPTS";

/** Then the process of Node ends; the next script starts another. */
const idleMsMax = 3_000;

let runner: ScriptRunner | undefined;

/**
 * Runs a script's default export on one JSON argument, and returns its result.
 * @param script its absolute path.
 * @throws Error with the script's stack, where it failed.
 */
export async function runInNode<Result>(script: string, argument: object): Promise<Result> {
  if (!runner?.takesScripts) runner = startRunner();
  return (await runner.run(script, argument)) as Result;
}

function startRunner(): ScriptRunner {
  const shared = process.env[scriptsVariable];
  if (shared) return new SharedNode(shared);
  return new NodeProcess({ ...process.env, CHROMIUM: requireChromium() }, idleMsMax);
}
