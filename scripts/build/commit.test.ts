import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { git, testWith } from "../../test/fixtures/needs.ts";
import { commitOf } from "./commit.ts";

const folder = mkdtempSync(join(tmpdir(), "booking-risk-commit-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
  const { status, stderr } = spawnSync("git", ["-C", folder, ...identity, ...args]);
  if (status !== 0) throw new Error(stderr.toString());
};

testWith(git)("a folder's commit, with a mark for changes that are not in it", () => {
  expect(commitOf(folder)).toBeNull(); // No repository.
  run("init", "--quiet");
  expect(commitOf(folder)).toBeNull(); // No commit.
  const file = join(folder, "file");
  writeFileSync(file, "as committed");
  run("add", "file");
  run("commit", "--quiet", "--message", "First");
  const commit = commitOf(folder);
  expect(commit).toMatch(/^[0-9a-f]{40}$/);
  writeFileSync(join(folder, "untracked"), "");
  expect(commitOf(folder)).toBe(commit);
  writeFileSync(file, "changed");
  expect(commitOf(folder)).toBe(`${commit}-dirty`);
});

test("a folder inside another's repository has no commit", () => {
  const inside = join(folder, "unpacked");
  mkdirSync(inside);
  expect(commitOf(inside)).toBeNull();
});
