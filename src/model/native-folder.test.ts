import { afterEach, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  mkdirSync,
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

test("removes what is not its own, which the libraries would load", () => {
  const folder = place();
  writeFileSync(join(folder, "libgcc_s.so.1"), "planted");
  mkdirSync(join(folder, "glibc-hwcaps/x86-64-v3"), { recursive: true });
  writeFileSync(join(folder, "glibc-hwcaps/x86-64-v3/libgcc_s.so.1"), "planted");
  place();
  expect(readdirSync(folder).toSorted()).toEqual(["addon.node", "library.so.1"]);
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

test("takes the right to write from others", () => {
  const folder = place();
  for (const path of [folder, join(root, "native")]) chmodSync(path, 0o777);
  place();
  for (const path of [folder, join(root, "native")]) expect(statSync(path).mode & 0o022).toBe(0);
});

test("refuses a folder of another user, who could exchange a library after its check", () => {
  // Root may hand a folder to somebody else; others see their own as another user would.
  const user = process.geteuid!();
  const other = user === 0 ? 12_345 : user + 1;
  const folder = place();
  if (user === 0) for (const path of [join(root, "native"), folder]) chownSync(path, other, other);
  const asked = user === 0 ? user : other;
  expect(() => placeNativeFiles(files, join(root, "native"), asked)).toThrow(
    `${join(root, "native")} belongs to another user`,
  );
});

test.skipIf(process.geteuid!() !== 0)("replaces a library that another user owns", () => {
  const library = join(place(), "library.so.1");
  chownSync(library, 12_345, 12_345);
  place();
  expect(statSync(library).uid).toBe(0);
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
