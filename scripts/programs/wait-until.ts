/** How long is waited by default, ms: so long that on a slow machine, too, only what never happens takes longer. */
export const waitMsMax = 240_000;

interface Options {
  /** After this time it is an error; by default four minutes. */
  timeoutMs?: number;
  /** Between two attempts. */
  intervalMs?: number;
  /** Takes an error of `ask` for "not yet"; the last one is in the message. */
  ignoreErrors?: boolean;
}

type Falsy = undefined | null | false | 0 | "";

/**
 * Asks again and again until the answer is truthy, and returns that answer.
 * @param what what is waited for, as the error message names it.
 * @throws Error once the time is over.
 */
export async function waitUntil<Answer>(
  what: string,
  ask: () => Answer | Promise<Answer>,
  { timeoutMs = waitMsMax, intervalMs = 20, ignoreErrors = false }: Options = {},
): Promise<Exclude<Answer, Falsy>> {
  const deadline = performance.now() + timeoutMs;
  let lastError = "";
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer as Exclude<Answer, Falsy>;
    } catch (error) {
      if (!ignoreErrors) throw error;
      lastError = ` The last error: ${error}`;
    }
    if (performance.now() > deadline) {
      throw new Error(`Waited ${timeoutMs / 1000} s for ${what}.${lastError}`);
    }
    await Bun.sleep(intervalMs);
  }
}

/**
 * Reads a process's output until it contains a text, and returns what was read.
 * @throws Error where the output ends first, or the time is over.
 */
export async function readUntil(
  output: ReadableStream<Uint8Array>,
  text: string,
  timeoutMs = waitMsMax,
): Promise<string> {
  const reader = output.getReader();
  const decoder = new TextDecoder();
  let read = "";
  const late = Bun.sleep(timeoutMs).then(() => null);
  while (!read.includes(text)) {
    const chunk = await Promise.race([reader.read(), late]);
    if (!chunk) throw new Error(`Waited ${timeoutMs / 1000} s for "${text}" in: ${read}`);
    if (chunk.done) throw new Error(`The output ended without "${text}": ${read}`);
    read += decoder.decode(chunk.value, { stream: true });
  }
  reader.releaseLock();
  return read;
}
