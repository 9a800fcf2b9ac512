import { expect, test } from "bun:test";
import { pages, projectPages } from "./navigation.ts";

test("each page has a shortcut of its own", () => {
  const keys = [...projectPages, ...pages].map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});
