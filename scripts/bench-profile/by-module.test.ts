import { describe, expect, test } from "bun:test";
import { moduleOf, sharesOf } from "./by-module.ts";

const root = "/project/";
const node = (id: number, functionName: string, file: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url: file && `file:///project/${file}`, lineNumber: 9 },
  children,
});

describe("the module of a file", () => {
  test.each([
    ["file:///project/src/risk/decide.ts", "src/risk"],
    ["file:///project/node_modules/@sinclair/typebox/build/a.js", "node_modules/@sinclair/typebox"],
    ["file:///project/node_modules/a/node_modules/b/c.js", "node_modules/b"],
    ["bun:sqlite", "bun:sqlite"],
    ["", null],
  ])("%s", (url, module) => {
    expect(moduleOf(url, root)).toBe(module);
  });
});

test("samples count for the module of the source that called, and for each function", () => {
  const nodes = [
    { ...node(1, "(root)", "", [2]), children: [2] },
    node(2, "decide", "src/risk/decide.ts", [3, 6]),
    node(3, "find", "src/storage/find.ts", [4]),
    node(4, "values", "node_modules/orm/index.js", [5]),
    node(5, "all", ""),
    node(6, "decide", "src/risk/decide.ts"),
  ];
  const { modules, functions } = sharesOf({ nodes, samples: [2, 6, 3, 4, 5, 5, 5, 5] }, root);
  expect(modules).toEqual([
    { module: "src/storage", own: 1 / 8, packages: 1 / 8, native: 4 / 8 },
    { module: "src/risk", own: 2 / 8, packages: 0, native: 0 },
  ]);
  const found = Object.fromEntries(functions.map(({ name, ...rest }) => [name, rest]));
  expect(found["decide decide.ts:10"]).toEqual({ module: "src/risk", own: 2 / 8, total: 1 });
  expect(found["all (native)"]).toEqual({ module: "node_modules/orm", own: 4 / 8, total: 4 / 8 });
  expect(found["find find.ts:10"]).toEqual({ module: "src/storage", own: 1 / 8, total: 6 / 8 });
});
