/** Long work on the thread that answers requests lets them pass in between. */

/** How long it holds the thread at a stretch, ms; a run of the model comes on top. */
const stretchMs = 4;

/** @returns a function to await now and then: it gives way once its stretch is over. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < stretchMs) return;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
