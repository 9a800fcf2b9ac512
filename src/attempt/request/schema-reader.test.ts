import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { schemaReader } from "./schema-reader.ts";

const read = schemaReader(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 4 }),
    note: Type.Optional(Type.String({ maxLength: 4 })),
    size: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
    inner: Type.Optional(Type.Object({ text: Type.Optional(Type.String({ maxLength: 4 })) })),
    list: Type.Optional(
      Type.Array(Type.Object({ text: Type.Optional(Type.String({ maxLength: 4 })) }), {
        maxItems: 2,
      }),
    ),
  }),
);

describe("what is read", () => {
  test.each([
    ["a trimmed string", { name: " \t\u00a0\ufeffa b\r\n" }, { name: "a b" }],
    ["null as absent", { name: "a", note: null, inner: null, list: null }, { name: "a" }],
    ["null deep inside", { name: "a", inner: { text: null } }, { name: "a", inner: {} }],
    ["an empty optional string", { name: "a", note: " " }, { name: "a", note: "" }],
    ["unknown members dropped", { name: "a", other: 1, inner: { x: 1 } }, { name: "a", inner: {} }],
    [
      "unknown members of items dropped",
      { name: "a", list: [{ x: 1, text: " t " }, {}] },
      { name: "a", list: [{ text: "t" }, {}] },
    ],
    ["a whole number with a point", JSON.parse('{"name":"a","size":2.0}'), { name: "a", size: 2 }],
    ["four characters of two units", { name: "😀😀😀😀" }, { name: "😀😀😀😀" }],
  ])("%s", (_, input, value) => {
    expect(read(input)).toEqual({ value, issues: [] });
  });

  test("of a list that is too long no more than shows it", () => {
    const list = Array.from({ length: 30_000 }, () => ({ text: 1 }));
    const { value, issues } = read({ name: "a", list });
    expect((value as { list: unknown[] }).list).toHaveLength(3);
    expect(issues).toEqual([
      { pointer: "/list", message: "must have at most 2 items" },
      ...[0, 1, 2].map((i) => ({ pointer: `/list/${i}/text`, message: "must be a string" })),
    ]);
  });

  test("__proto__ and constructor are members like any other: unknown", () => {
    const input = JSON.parse(
      '{"name":"a","__proto__":{"note":"x"},"constructor":{"prototype":{"note":"x"}}}',
    );
    const { value, issues } = read(input);
    expect(issues).toEqual([]);
    expect(Object.keys(value as object)).toEqual(["name"]);
    expect((value as { note?: string }).note).toBeUndefined();
    expect(({} as { note?: string }).note).toBeUndefined();
  });

  test("only own members count", () => {
    const { issues } = read(Object.create({ name: "inherited" }));
    expect(issues).toEqual([{ pointer: "/name", message: "is required" }]);
  });

  test("the input is left as it was", () => {
    const input = { name: " a ", inner: { text: " t ", x: 1 }, list: [{ text: " t " }] };
    const copy = structuredClone(input);
    read(input);
    expect(input).toEqual(copy);
  });
});

describe("what is refused", () => {
  test.each([
    ["absent", {}, "/name", "is required"],
    ["null where required", { name: null }, "/name", "is required"],
    ["a number for a string", { name: 1 }, "/name", "must be a string"],
    ["blank where required", { name: " \n" }, "/name", "must not be empty"],
    ["invisible where required", { name: "\u200b" }, "/name", "must not be empty"],
    ["invisible with blanks", { name: " \ufeff\u2060 \u3164" }, "/name", "must not be empty"],
    ["five characters", { name: "abcde" }, "/name", "must have at most 4 characters"],
    ["five of two units", { name: "😀😀😀😀😀" }, "/name", "must have at most 4 characters"],
    ["a numeric string", { name: "a", size: "2" }, "/size", /^must be a whole number from 0 to 9$/],
    ["a half", { name: "a", size: 1.5 }, "/size", /^must be a whole number/],
    ["too many", { name: "a", size: 10 }, "/size", /^must be a whole number/],
    ["below zero", { name: "a", size: -1 }, "/size", /^must be a whole number/],
    ["beyond all numbers", { name: "a", size: 1 / 0 }, "/size", /^must be a whole number/],
    ["true for a number", { name: "a", size: true }, "/size", /^must be a whole number/],
    ["a list for an object", { name: "a", inner: [] }, "/inner", "must be an object"],
    ["a text for an object", { name: "a", inner: "x" }, "/inner", "must be an object"],
    ["an object for a list", { name: "a", list: {} }, "/list", "must be an array"],
    ["too long a list", { name: "a", list: [{}, {}, {}] }, "/list", "must have at most 2 items"],
    ["null in a list", { name: "a", list: [{}, null] }, "/list/1", "must be an object"],
    ["an issue in an item", { name: "a", list: [{}, { text: 1 }] }, "/list/1/text", /string/],
    ["half a pair", { name: "a\ud83d" }, "/name", /well-formed Unicode/],
    ["the other half", { name: "a", note: "\ude00" }, "/note", /well-formed Unicode/],
    ["NUL", { name: "a", inner: { text: "a\0b" } }, "/inner/text", /NUL/],
  ] as const)("%s", (_, input, pointer, message) => {
    const { issues } = read(input);
    expect(issues).toHaveLength(1);
    expect(issues[0]!.pointer).toBe(pointer);
    expect(issues[0]!.message).toMatch(message);
  });

  test("all at once, one a pointer", () => {
    const { issues } = read({
      name: 1,
      note: "12345",
      size: "1",
      list: [{ text: 1 }, { text: 2 }],
    });
    expect(issues.map(({ pointer }) => pointer)).toEqual([
      "/name",
      "/note",
      "/size",
      "/list/0/text",
      "/list/1/text",
    ]);
  });

  test("one message a pointer, also where a text is too long and malformed Unicode", () => {
    const { issues } = read({ name: "abcde\0" });
    expect(issues.map(({ pointer }) => pointer)).toEqual(["/name"]);
  });

  test("the caller's own member names are not repeated", () => {
    const { issues } = read({ name: { "secret/member": "\0" } });
    expect(JSON.stringify(issues)).not.toContain("secret");
  });

  test("a value nested without end is an issue, not a crash", () => {
    const deep = JSON.parse(`${"[".repeat(32_000)}${"]".repeat(32_000)}`);
    expect(read({ name: deep }).issues).toEqual([
      { pointer: "/name", message: "must be a string" },
    ]);
  });
});
