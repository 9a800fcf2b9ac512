import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { unknownMembers } from "./unknown-members.ts";

const schema = Type.Object({
  name: Type.String(),
  inner: Type.Optional(Type.Object({ deviceId: Type.String() })),
  list: Type.Optional(Type.Array(Type.Object({ age: Type.Integer() }))),
});

test.each<[unknown, [pointer: string, meant: string | null][]]>([
  [{ name: "a", inner: { deviceId: "b" }, list: [{ age: 1 }] }, []],
  [{ Name: "a" }, [["/Name", "name"]]],
  [
    { inner: { deviceID: "b", device_id: "b", fingerprint: "c" } },
    [
      ["/inner/deviceID", "deviceId"],
      ["/inner/device_id", "deviceId"],
      ["/inner/fingerprint", null],
    ],
  ],
  [
    { list: [{ age: 1 }, { Age: 2 }, { Age: 3 }] },
    [
      ["/list/*/Age", "age"],
      ["/list/*/Age", "age"],
    ],
  ],
  [{ other: { of: { its: "own" } } }, [["/other", null]]],
  [{ "a/b~c": 1 }, [["/a~1b~0c", null]]],
  [
    { constructor: 1, toString: 2 },
    [
      ["/constructor", null],
      ["/toString", null],
    ],
  ],
  [{ ["x".repeat(1000)]: 1 }, [[`/${"x".repeat(64)}`, null]]],
  [{ inner: null, list: "none" }, []],
  [[], []],
  [null, []],
])("in %j are %j", (value, expected) => {
  expect(unknownMembers(schema, value).map(({ pointer, meant }) => [pointer, meant])).toEqual(
    expected,
  );
});
