import { expect, test } from "bun:test";
import { cachedFile } from "../../../../test/fixtures/storage/key-caches.ts";
import { unknownKeys } from "./unknown-keys.ts";

const file = () => cachedFile<string>(unknownKeys);

test("an unknown key is looked for once while nothing changes", () => {
  const { state, find } = file();
  expect([find("x"), find("x"), find("y"), find("x")]).toEqual([null, null, null, null]);
  expect(state.reads).toBe(2);
});

test("after any change it is looked for again", () => {
  const { owners, state, find } = file();
  expect(find("x")).toBeNull();
  owners.set("x", "owner");
  state.changed = true;
  expect(find("x")).toBe("owner");
});

test("a key that is created during the search is found by the next call", () => {
  let changed = false;
  let created = false;
  const find = unknownKeys(
    () => {
      const owner = created ? "owner" : null;
      created = changed = true; // Another process, right after the read.
      return owner;
    },
    () => {
      const was = changed;
      changed = false;
      return was;
    },
  );
  expect([find("x"), find("x")]).toEqual([null, "owner"]);
});

test("a known key is always read", () => {
  const { owners, state, find } = file();
  owners.set("a", "owner");
  expect([find("a"), find("a")]).toEqual(["owner", "owner"]);
  expect(state.reads).toBe(2);
});

test("the number of remembered keys is bounded", () => {
  const { state, find } = file();
  for (let i = 0; i <= 1000; i++) find(`k${i}`);
  state.reads = 0;
  find("k0");
  expect(state.reads).toBe(1);
});
