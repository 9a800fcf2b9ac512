import { afterAll, describe, expect, test } from "bun:test";
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { breached, breachedLines, writeList } from "../../../test/fixtures/breached-passwords.ts";
import {
  describeBreachedPasswords,
  openBreachedPasswords,
  UnusableList,
} from "./breached-passwords.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-breached-"));
afterAll(() => rmSync(folder, { recursive: true }));

const count = 200_000;
const lines = breachedLines(count);
const byHash = new Map(
  Array.from({ length: count }, (_, n) => [hash("sha1", breached(n)).toUpperCase(), breached(n)]),
);
const passwordOf = (line: string) => byHash.get(line.slice(0, 40))!;

/** A file of its own for each test. */
function listOf(content: readonly string[] | string, lineEnd = "\n"): string {
  const path = join(folder, crypto.randomUUID());
  if (typeof content === "string") writeFileSync(path, content);
  else writeList(path, content, lineEnd);
  return path;
}

describe.each([
  ["line feeds", "\n", (line: string) => line],
  ["carriage returns and line feeds", "\r\n", (line: string) => line],
  ["hashes in lower case", "\n", (line: string) => line.toLowerCase()],
])("in a list of 200,000 with %s", (_, lineEnd, spelled) => {
  const path = listOf(lines.map(spelled), lineEnd);

  test("every password is found that is looked for, the first and the last one too", async () => {
    const list = await openBreachedPasswords(path);
    const some = lines.filter((_, n) => n % 397 === 0);
    for (const line of [lines[0]!, lines[1]!, ...some, lines.at(-2)!, lines.at(-1)!]) {
      expect([line, await list.has(passwordOf(line))]).toEqual([line, true]);
    }
  });

  test("no other one is found", async () => {
    const list = await openBreachedPasswords(path);
    for (let n = count; n < count + 500; n++) {
      expect([n, await list.has(breached(n))]).toEqual([n, false]);
    }
  });
});

test("before the first hash and behind the last one there is nothing", async () => {
  const inner = lines.filter((line) => line > "08" && line < "F8");
  const few = inner.filter((_, n) => n % 200 === 0); // So few that the ends may lack some.
  const list = await openBreachedPasswords(listOf(few));
  for (const line of [lines[0]!, lines.at(-1)!]) {
    expect(await list.has(passwordOf(line))).toBe(false);
  }
});

test.each([1, 2, 3, 90, 100, 1000])("a list of %d lines is a list", async (size) => {
  const few = lines.filter((_, n) => n % Math.floor(count / size) === 0);
  const list = await openBreachedPasswords(listOf(few));
  for (const line of few) expect(await list.has(passwordOf(line))).toBe(true);
  expect(await list.has("another")).toBe(false);
});

test("the last line needs no end", async () => {
  const path = listOf(lines.join("\r\n"));
  const list = await openBreachedPasswords(path);
  expect(await list.has(passwordOf(lines.at(-1)!))).toBe(true);
  expect(await list.has(passwordOf(lines.at(-2)!))).toBe(true);
});

test("another spelling in Unicode is the same password", async () => {
  const composed = "caf\u00e9 au lait noir";
  const list = await openBreachedPasswords(listOf(breachedLines(1000, [composed])));
  expect(await list.has(composed.normalize("NFD"))).toBe(true);
  const typed = composed.normalize("NFD");
  const asTyped = await openBreachedPasswords(listOf(breachedLines(1000, [typed])));
  expect(await asTyped.has(typed)).toBe(true);
});

test.skipIf(process.platform !== "linux")("a password takes a few small reads", async () => {
  const list = await openBreachedPasswords(listOf(lines));
  const readSoFar = () => {
    const io = readFileSync("/proc/self/io", "utf8");
    return Number(/^rchar: (\d+)/m.exec(io)![1]);
  };
  const before = readSoFar();
  for (let n = 0; n < 10; n++) await list.has(breached(n));
  expect((readSoFar() - before) / 10).toBeLessThan(8 * 1024); // Of 9 MB.
});

describe("refused is a file", () => {
  const halfLine = lines.at(-1)!.slice(0, 20);
  test.each<[string, string | string[], RegExp]>([
    ["that is empty", "", /is empty/],
    ["of another format", "correct horse battery\n", /is no list of hashes/],
    ["that is packed", "7z\xbc\xaf\x27\x1c".repeat(100), /is no list of hashes/],
    ["of NTLM hashes", `${"0".repeat(32)}:7\r\n${"1".repeat(32)}:8\r\n`, /NTLM/],
    ["whose last line is cut off", [...lines.slice(0, -1), halfLine], /its last line is cut off/],
    ["that ends too early", lines.slice(0, count / 2), /incomplete: it ends with .* 7F/],
    ["that lacks a thousand lines", lines.slice(0, -1000), /incomplete: it ends with .* FE/],
    ["ordered by count", [...lines].sort((a, b) => b.length - a.length), /not ordered by hash/],
    [
      "with a hole",
      [...lines.slice(0, 99_000), "\0".repeat(500_000), lines.at(-1)!],
      /damaged near byte/,
    ],
  ])("%s", async (_, content, message) => {
    const path = listOf(content);
    await expect(openBreachedPasswords(path)).rejects.toThrow(message);
    await expect(describeBreachedPasswords(path)).rejects.toThrow(UnusableList);
  });

  test("that is not there, or is a folder", async () => {
    const none = join(folder, "none");
    await expect(openBreachedPasswords(none)).rejects.toThrow(`${none} cannot be read (ENOENT)`);
    await expect(openBreachedPasswords(folder)).rejects.toThrow("cannot be read (not a file)");
  });
});

test("a list that is replaced is used at once, and a damaged one finds nothing silently", async () => {
  const path = listOf(lines);
  const list = await openBreachedPasswords(path);
  expect(await list.has("correct horse battery")).toBe(false);
  writeList(path, breachedLines(1000, ["correct horse battery"]));
  expect(await list.has("correct horse battery")).toBe(true);
  writeFileSync(path, "\0".repeat(100_000));
  await expect(list.has("correct horse battery")).rejects.toThrow(UnusableList);
  rmSync(path);
  await expect(list.has("correct horse battery")).rejects.toThrow("cannot be read (ENOENT)");
});
