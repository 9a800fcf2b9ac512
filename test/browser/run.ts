/** The browsers that tests need, and the Node scripts that drive Chromium for tests in Bun. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const chromiumPath = process.env.CHROMIUM || "/usr/bin/chromium";
export const firefoxPath = process.env.FIREFOX || "/usr/bin/firefox-esr";

export const chromiumMissing = !existsSync(chromiumPath);
export const firefoxMissing = !existsSync(firefoxPath);

export function explainMissingChromium(): void {
  process.stderr.write(
    `Browser tests are skipped: there is no Chromium at ${chromiumPath}. ` +
      "Install it with `apt-get install chromium`, or name another in CHROMIUM.\n",
  );
}

export function explainMissingFirefox(): void {
  process.stderr.write(
    `Firefox's tests are skipped: there is no Firefox at ${firefoxPath}. ` +
      "Install it with `apt-get install firefox-esr`, or name another in FIREFOX.\n",
  );
}

/** A port of this machine that nobody listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
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

/** Opens a page in a Chromium that nobody drives, until it is told to stop. */
export function openUndriven(url: string): { stop(): Promise<void> } {
  const profile = mkdtempSync(join(tmpdir(), "undriven-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"];
  const child = Bun.spawn([chromiumPath, ...flags, `--user-data-dir=${profile}`, url], {
    stdout: "ignore",
    stderr: "ignore",
  });
  return {
    async stop() {
      child.kill();
      await child.exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
