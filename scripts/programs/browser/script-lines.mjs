// Runs scripts that drive Chromium, several at the same time. Reads lines of JSON, { id, script, argument }, and
// answers each with { id, result } or { id, error }. A script's default export is a function from the argument to
// the result.
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

/**
 * Answers the lines of a stream. @returns an event emitter, whose "close" is the end of the lines.
 * @param {import("node:stream").Readable} input
 * @param {import("node:stream").Writable} output
 */
export function answerLines(input, output) {
  return createInterface({ input }).on("line", async (line) => {
    const answer = await run(JSON.parse(line));
    if (output.writable) output.write(`${JSON.stringify(answer)}\n`);
  });
}

// Of a scenario that has failed: what it still waited for fails as its browser is closed.
process.on("unhandledRejection", (reason) => process.stderr.write(`${reason}\n`));
