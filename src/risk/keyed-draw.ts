/** Draws that depend on a guest and a key, and not on chance: whoever asks again has the same one. */
import { createHmac } from "node:crypto";

/**
 * @param key hex. @param text the same for another key, or another text with the same key, is a draw of its own.
 * @returns 0 to 1, without 1: the first 48 bits of HMAC-SHA-256.
 */
export function keyedDraw(key: string, text: string): number {
  const mac = createHmac("sha256", Buffer.from(key, "hex")).update(text).digest();
  return mac.readUIntBE(0, 6) / 2 ** 48;
}
