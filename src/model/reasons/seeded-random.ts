/** Random numbers that are the same for the same text, so that a sample can be drawn again. */
import { hash } from "node:crypto";

/** @returns mulberry32 (Tommy Ettinger, public domain), seeded with the text's SHA-256: 0 to 1. */
export function seededRandom(text: string): () => number {
  let state = Number.parseInt(hash("sha256", text).slice(0, 8), 16) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
