/** What tests do with a browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireChromium } from "../../scripts/browser/installed.ts";
import { runInNode } from "../../scripts/browser/run-node.ts";

/** A port of this machine that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Runs `test/browser/<script>` with one JSON argument and reads the JSON that it prints. */
export function inChromium<Result>(script: string, argument: object): Promise<Result> {
  return runInNode<Result>(join(import.meta.dir, script), argument);
}

/** Opens a page in a Chromium without a driver, until `stop` is called. */
export function openUndriven(url: string): { stop(): Promise<void> } {
  const profile = mkdtempSync(join(tmpdir(), "undriven-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"];
  const child = Bun.spawn([requireChromium(), ...flags, `--user-data-dir=${profile}`, url], {
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
