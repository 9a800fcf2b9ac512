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
    env: environmentWith(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const errors = child.stderr.text();
  const url = await addressIn(child.stdout);
  if (url) return { process: child, url };
  throw new Error(`${command[0]} exited before it was ready: ${(await errors).trim()}`);
}

/**
 * This process's environment and what is given, without the settings of the service that this process may have:
 * `DATABASE_URL` would lead the executable to the data of whoever starts it.
 */
export function environmentWith(given: Readonly<Record<string, string>> = {}) {
  const kept = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("BOOKING_RISK_") && !name.startsWith("DATABASE_URL"),
  );
  return { ...Object.fromEntries(kept), ...given };
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
