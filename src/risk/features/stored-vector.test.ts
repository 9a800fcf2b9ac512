import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeVector, encodeVector } from "./stored-vector.ts";

const bits = (values: Float64Array) => [...new BigUint64Array(values.buffer)];

describe("a stored vector", () => {
  const value = fc.oneof(
    fc.double({ noDefaultInfinity: true, noNaN: true }).filter((x) => !Object.is(x, -0)),
    fc.constantFrom(Number.NaN, 0, 0.1, 1 / 3, Number.MIN_VALUE, Number.MAX_VALUE, -1e-7),
    fc.constantFrom(1, 128, 239, 240, 255, 256, -1, 2 ** 31, 2 ** 32 + 1),
  );

  test("comes back with the same bits", () => {
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const vector = Float64Array.from(values);
        expect(bits(decodeVector(encodeVector(vector)))).toEqual(bits(vector));
      }),
    );
  });

  test.each([0, 1, 14, 15, 16, 29, 30, 31, 45, 400])("has runs of %p missing values", (missing) => {
    const gap = new Float64Array(missing).fill(Number.NaN);
    for (const values of [gap, Float64Array.of(1, ...gap, 0.5), Float64Array.of(...gap, 7)]) {
      const text = encodeVector(values);
      expect(text.length).toBeLessThan(missing / 11 + 20);
      expect(bits(decodeVector(text))).toEqual(bits(values));
    }
  });

  test("is read as a JSON array too, as earlier versions stored it", () => {
    expect([...decodeVector("[1,null,0]")]).toEqual([1, Number.NaN, 0]);
    expect([...decodeVector("[]")]).toEqual([]);
  });

  test.each([
    ["other characters", "AAAA{AAA"],
    ["a cut character", "AQIDB"],
    ["a cut number", encodeVector(Float64Array.of(0.1)).slice(0, 8)],
    ["unused bits that are set", "AR=="],
    ["JSON that is no array", "{}"],
    ["a cut array", "[1,"],
  ])("that has %s is not read", (_, text) => {
    expect(() => decodeVector(text)).toThrow();
  });
});
