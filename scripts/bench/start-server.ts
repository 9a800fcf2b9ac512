/** Starts a server that prints its address as a line of JSON, such as the executable's log does. */

export interface StartedServer {
  process: Bun.Subprocess<"ignore", "pipe", "pipe">;
  url: string;
}

/**
 * Standard error is shown only where the server fails to start.
 *
 * @throws Error where the server exits before it prints an address.
 */
export async function startServer(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const errors = child.stderr.text();
  const url = await addressIn(child.stdout);
  if (url) return { process: child, url };
  throw new Error(`${command[0]} exited before it was ready: ${(await errors).trim()}`);
}

/** The first `url` in the output; the rest is read and discarded. */
function addressIn(output: ReadableStream<Uint8Array>): Promise<string | undefined> {
  return new Promise((resolve) => {
    void (async () => {
      const decoder = new TextDecoder();
      let rest = "";
      for await (const chunk of output) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop()!;
        for (const line of lines) {
          const { url } = JSON.parse(line) as { url?: string };
          if (url) resolve(url);
        }
      }
      resolve(undefined);
    })();
  });
}
