import { afterEach, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NativeFile, placeNativeFiles } from "./native-folder.ts";

let root: string;
let files: NativeFile[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "native-folder-"));
  files = [carried("library.so.1", "a".repeat(3_000_000)), carried("addon.node", "b")];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("writes every file into one private folder", () => {
  const folder = place();
  for (const { name, source } of files) {
    expect(readFileSync(join(folder, name), "utf8")).toBe(readFileSync(source, "utf8"));
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder).toSorted()).toEqual(["addon.node", "library.so.1"]);
});

test("keeps intact files", () => {
  const before = statSync(join(place(), "library.so.1"));
  const after = statSync(join(place(), "library.so.1"));
  expect(after.ino).toBe(before.ino);
  expect(after.mtimeMs).toBe(before.mtimeMs);
});

test("replaces an incomplete file", () => {
  truncateSync(join(place(), "library.so.1"), 10);
  expect(readFileSync(join(place(), "library.so.1")).length).toBe(3_000_000);
});

test("replaces a modified file of the same size", () => {
  writeFileSync(join(place(), "library.so.1"), "x".repeat(3_000_000));
  expect(readFileSync(join(place(), "library.so.1"), "utf8")).toStartWith("aaa");
});

test("another version of a file gets its own folder", () => {
  const first = place();
  files = [carried("library.so.1", "c"), carried("addon.node", "b")];
  expect(place()).not.toBe(first);
});

test("removes files of a killed process, but not files being written", () => {
  const folder = place();
  writeFileSync(join(folder, "library.so.1.old.unfinished"), "");
  utimesSync(join(folder, "library.so.1.old.unfinished"), 0, 0);
  writeFileSync(join(folder, "library.so.1.new.unfinished"), "");
  rmSync(join(folder, "addon.node"));
  place();
  expect(readdirSync(folder).toSorted()).toEqual([
    "addon.node",
    "library.so.1",
    "library.so.1.new.unfinished",
  ]);
});

test("reports an embedded file with another hash, and leaves no files behind", () => {
  writeFileSync(files[1]!.source, "z");
  expect(place).toThrow("addon.node was not written whole");
  const folder = join(root, "native", readdirSync(join(root, "native"))[0]!);
  expect(readdirSync(folder)).toEqual(["library.so.1"]);
});

function place(): string {
  return placeNativeFiles(files, join(root, "native"));
}

function carried(name: string, content: string): NativeFile {
  const source = join(root, name);
  writeFileSync(source, content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { name, source, bytes: content.length, sha256 };
}
