/** Numbers from SHA-256. */

const digest = new Uint8Array(32);
const words = new DataView(digest.buffer);

/**
 * The first 52 bits of SHA-256 over the text in UTF-8: exact in a JavaScript number. Into one buffer,
 * which takes 0.2 µs; `hash` of node:crypto with its text in hexadecimal takes 0.6 µs.
 */
export function sha256Bits52(text: string): number {
  Bun.SHA256.hash(text, digest);
  return words.getUint32(0) * 2 ** 20 + (words.getUint32(4) >>> 12);
}
