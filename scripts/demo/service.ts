/** The service as a child process of the demonstration. */

const readyMsMax = 30_000;
const stopMsMax = 10_000;
/** Of what the service last complained, for the message when it dies. */
const complaintCharacters = 2000;

export interface Service {
  url: string;
  /** Resolves when it can score; rejects when it takes too long. */
  ready: Promise<void>;
  /** Resolves with its reason when it ends by itself. */
  ended: Promise<string>;
  /** Where the dashboard is; while nobody has an account, by the link that makes the first one. */
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
  const said = { words: "" };
  const complaint = lastWords(child.stderr, said);

  async function becomeReady(): Promise<void> {
    const deadline = Date.now() + readyMsMax;
    while (Date.now() < deadline && !stopping && child.exitCode === null) {
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.ok) return;
      await Bun.sleep(100);
    }
    // Its end is told by `ended`.
    if (child.exitCode !== null || stopping) return new Promise(() => {});
    throw new Error(`the service was not ready within ${readyMsMax / 1000} s at ${url}/readyz`);
  }

  async function end(): Promise<string> {
    const status = await child.exited;
    if (stopping) return new Promise(() => {});
    return (await complaint) || `it exited with status ${status}`;
  }

  return {
    url,
    dashboard: () => /\S+\/dashboard\/welcome#\S+/.exec(said.words)?.[0] ?? `${url}/dashboard`,
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

async function lastWords(
  stream: ReadableStream<Uint8Array>,
  said: { words: string },
): Promise<string> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    said.words = (said.words + decoder.decode(chunk, { stream: true })).slice(-complaintCharacters);
  }
  return said.words.trim();
}
