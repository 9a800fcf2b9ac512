/** Lets requests through while long work runs on the thread that answers them. */

/** How long the work holds the thread at a stretch, ms; one run of the model comes on top. */
const sliceMs = 4;

/** @returns a function to await now and then: it yields once the slice is used up. */
export function timeSlice(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < sliceMs) return;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
