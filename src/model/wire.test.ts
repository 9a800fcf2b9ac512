import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  all,
  fields,
  InvalidWireFormat,
  joined,
  numberOf,
  replaced,
  textOf,
  textsOf,
  written,
  writtenNumber,
} from "./wire.ts";

/** Fields of every wire type, as Protocol Buffers' own documentation encodes them. */
const message = Uint8Array.of(
  0x08,
  0x96,
  0x01, // 1: 150
  0x12,
  0x07,
  ...Buffer.from("testing"), // 2: "testing"
  0x1d,
  1,
  2,
  3,
  4, // 3: four bytes
  0x21,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8, // 4: eight bytes
  0x12,
  0x00, // 2: ""
);

test("reads every field in order, with its range", () => {
  const found = [...fields(message)].map(({ bytes: _, ...field }) => field);
  expect(found).toEqual([
    { number: 1, wire: 0, value: 150, start: 0, end: 3 },
    { number: 2, wire: 2, value: 0, start: 3, end: 12 },
    { number: 3, wire: 5, value: 0, start: 12, end: 17 },
    { number: 4, wire: 1, value: 0, start: 17, end: 26 },
    { number: 2, wire: 2, value: 0, start: 26, end: 28 },
  ]);
});

test("finds texts and numbers; of several, the last one counts", () => {
  expect(textsOf(message, 2)).toEqual(["testing", ""]);
  expect(textOf(message, 2)).toBe("");
  expect(numberOf(message, 1)).toBe(150);
  expect([textOf(message, 9), numberOf(message, 9), all(message, 9)]).toEqual(["", 0, []]);
});

test("encoded fields are decoded again", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 0x1fff_ffff }),
      fc.nat(Number.MAX_SAFE_INTEGER),
      fc.uint8Array({ maxLength: 300 }),
      (number, value, bytes) => {
        const both = joined([writtenNumber(number, value), written(number, bytes)]);
        expect(numberOf(both, number)).toBe(value);
        expect(all(both, number)).toEqual([bytes]);
      },
    ),
  );
});

test("replacing fields keeps every other byte", () => {
  expect(replaced(message, () => undefined)).toEqual(message);
  const without = replaced(message, ({ number }) => (number === 2 ? null : undefined));
  expect(without).toEqual(joined([message.subarray(0, 3), message.subarray(12, 26)]));
  const other = replaced(message, ({ number }) => (number === 1 ? written(7, "x") : undefined));
  expect(other).toEqual(joined([written(7, "x"), message.subarray(3)]));
});

describe("refuses invalid messages", () => {
  const cases: [string, number[], string][] = [
    ["ends inside a tag", [0x80], "ends inside a number"],
    ["ends inside a number", [0x08, 0x80], "ends inside a number"],
    ["a number without an end", [0x08, ...Array(11).fill(0x80)], "more than ten bytes"],
    ["ends inside a text", [0x12, 5, 1, 2], "ends inside a field"],
    ["ends inside eight bytes", [0x21, 1, 2], "ends inside a field"],
    ["a length beyond any file", [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], "ends inside a field"],
    ["field 0", [0x00, 0x00], "an invalid number"],
    ["a group", [0x0b, 0x0c], "an invalid type"],
  ];
  for (const [name, bytes, says] of cases) {
    test(name, () => {
      expect(() => [...fields(Uint8Array.from(bytes))]).toThrow(InvalidWireFormat);
      expect(() => [...fields(Uint8Array.from(bytes))]).toThrow(says);
    });
  }

  test("any bytes are fields or InvalidWireFormat, never anything else", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        try {
          for (const field of fields(bytes)) expect(field.end).toBeGreaterThan(field.start);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidWireFormat);
        }
      }),
    );
  });
});
