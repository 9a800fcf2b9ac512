/** Starts the Node scripts that drive Chromium, for tests that run in Bun. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const chromiumPath = process.env.CHROMIUM || "/usr/bin/chromium";

export const chromiumMissing = !existsSync(chromiumPath);

export function explainMissingChromium(): void {
  process.stderr.write(
    `Browser tests are skipped: there is no Chromium at ${chromiumPath}. ` +
      "Install it with `apt-get install chromium`, or name another in CHROMIUM.\n",
  );
}

/** Runs `test/browser/<script>` with one JSON argument and reads the JSON that it prints. */
export async function inChromium<Result>(script: string, argument: object): Promise<Result> {
  const child = Bun.spawn(["node", join(import.meta.dir, script), JSON.stringify(argument)], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, complaint, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (status !== 0) throw new Error(`${script} failed: ${complaint}`);
  return JSON.parse(output) as Result;
}
