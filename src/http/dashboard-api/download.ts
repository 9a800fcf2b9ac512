/** A file that is made while it is downloaded. */

/** How slowly an export may be downloaded: as a poor mobile connection does. */
export const downloadLimits = {
  /** Without taking any of it, ms. */
  stallMs: 30_000,
  /** From then on, the average counts, ms after the start. */
  graceMs: 60_000,
  bytesPerSecondMin: 16 * 1024,
};

/**
 * Reads on when the last text was taken. A client that disconnects ends the reading, and so does one
 * that downloads too slowly: it would keep others from one of the few places.
 */
export function streamOf(
  texts: AsyncGenerator<string>,
  end: () => void,
  { stallMs, graceMs, bytesPerSecondMin } = downloadLimits,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const startedAt = performance.now();
  let sent = 0;
  let stalled: Timer | undefined;
  async function stop(): Promise<void> {
    clearTimeout(stalled);
    end(); // A generator that was never started does not run its `finally`.
    await texts.return(undefined);
  }
  async function cut(controller: ReadableStreamDefaultController): Promise<void> {
    controller.error(new Error("the export was downloaded too slowly"));
    await stop();
  }
  const isSlow = () => {
    const ms = performance.now() - startedAt;
    return ms > graceMs && sent / (ms / 1000) < bytesPerSecondMin;
  };
  return new ReadableStream({
    async pull(controller) {
      clearTimeout(stalled);
      if (isSlow()) return cut(controller);
      const { value, done } = await texts.next();
      if (done) return controller.close();
      const bytes = encoder.encode(value);
      sent += bytes.byteLength;
      controller.enqueue(bytes);
      stalled = setTimeout(() => cut(controller).catch(() => {}), stallMs);
    },
    cancel: stop,
  });
}
