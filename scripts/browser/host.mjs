// Runs scripts that drive Chromium, several at the same time: `run-node.ts` starts it. Reads lines
// of JSON, { id, script, argument }, and answers each with { id, result } or { id, error }. A script's
// default export is a function from the argument to the result. Ends with its standard input.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

async function run({ id, script, argument }) {
  try {
    const { default: job } = await import(pathToFileURL(script).href);
    return { id, result: await job(argument) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.stack : String(error) };
  }
}

// Of a scenario that has failed: what it still waited for fails as its browser is closed.
process.on("unhandledRejection", (reason) => process.stderr.write(`${reason}\n`));

createInterface({ input: process.stdin })
  .on("line", async (line) => {
    process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`);
  })
  .on("close", () => process.exit());
