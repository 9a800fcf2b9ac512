import { expect, test } from "bun:test";
import { certificateWarnings } from "./tls-certificate.ts";

const dayMs = 86_400_000;

test.each([
  [90 * dayMs, null],
  [14 * dayMs, null],
  [14 * dayMs - 1, "expires in 13 days"],
  [2 * dayMs - 1, "expires in 1 day:"],
  [0, "expires in 0 days"],
  [-1, "has expired"],
])("a certificate that ends in %d ms", (ms, said) => {
  const warnings = certificateWarnings({ cert: "", key: "", expiresAt: 1_000_000 + ms }, 1_000_000);
  expect(warnings).toEqual(said === null ? [] : [expect.stringContaining(said)]);
});

test("no certificate needs no renewal", () => {
  expect(certificateWarnings(null, 0)).toEqual([]);
});
