/** The service as a child process of the demonstration. */
import { existsSync, readFileSync } from "node:fs";
import { ownerLinkFile } from "../../src/cli/owner-link.ts";

const readyMsMax = 120_000;
const stopMsMax = 10_000;
/** How much of the service's standard error is kept for the message when it ends. */
const errorCharacters = 2000;

export interface Service {
  url: string;
  /** Resolves when it can score; rejects if that takes too long. */
  ready: Promise<void>;
  /** Resolves with the reason when it ends without being stopped. */
  ended: Promise<string>;
  /** The dashboard's address. While there is no account, the link that creates the first one. */
  dashboard(): string;
  stop(): Promise<void>;
}

interface Options {
  root: string;
  port: number;
  data: string;
}

export function startService({ root, port, data }: Options): Service {
  const command = ["src/main.ts", "serve", "--port", String(port), "--data", data];
  const child = Bun.spawn([process.execPath, ...command], {
    cwd: root,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const url = `http://127.0.0.1:${port}`;
  let stopping = false;
  const errors = { text: "" };
  const lastErrors = collectErrors(child.stderr, errors);

  async function becomeReady(): Promise<void> {
    const deadline = Date.now() + readyMsMax;
    while (Date.now() < deadline && !stopping && child.exitCode === null) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await Bun.sleep(100);
    }
    // `ended` reports the end.
    if (child.exitCode !== null || stopping) return new Promise(() => {});
    throw new Error(`the service was not ready within ${readyMsMax / 1000} s at ${url}/readyz`);
  }

  async function end(): Promise<string> {
    const status = await child.exited;
    if (stopping) return new Promise(() => {});
    return (await lastErrors) || `it exited with status ${status}`;
  }

  return {
    url,
    dashboard() {
      const file = ownerLinkFile(data);
      return existsSync(file) ? readFileSync(file, "utf8").trim() : `${url}/dashboard`;
    },
    ready: becomeReady(),
    ended: end(),
    async stop() {
      stopping = true;
      if (child.exitCode !== null) return;
      child.kill("SIGTERM");
      const forced = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
      await child.exited;
      clearTimeout(forced);
    },
  };
}

async function collectErrors(
  stream: ReadableStream<Uint8Array>,
  errors: { text: string },
): Promise<string> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    errors.text = (errors.text + decoder.decode(chunk, { stream: true })).slice(-errorCharacters);
  }
  return errors.text.trim();
}
