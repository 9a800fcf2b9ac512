import { expect, test } from "bun:test";
import { hash } from "node:crypto";
import fc from "fast-check";
import { sha256Bits52 } from "./sha256.ts";

test("are the first 13 hexadecimal digits of the hash, whatever the text", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: "binary-ascii", maxLength: 200 }),
    fc.constantFrom("", "\0", "é", "\ud800", "a\udc00b", "😀"),
  );
  fc.assert(
    fc.property(text, (one) => {
      expect(sha256Bits52(one)).toBe(Number.parseInt(hash("sha256", one).slice(0, 13), 16));
    }),
    { numRuns: 5000 },
  );
});
