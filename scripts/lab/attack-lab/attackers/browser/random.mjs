/** Reproducible random numbers (mulberry32), as Node cannot import the simulator's TypeScript. */
export function randomOf(seed) {
  let state = seed >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low, high) => low + share() * (high - low);
  return {
    share,
    between,
    oneOf: (choices) => choices[Math.floor(share() * choices.length)],
    /** Waits for a random time between the two, in milliseconds. */
    pause: (low, high) => new Promise((resolve) => setTimeout(resolve, between(low, high))),
  };
}
