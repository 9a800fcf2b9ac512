/** What passed on the commit that is checked out, so that a run can leave it out. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../checks.ts";

const file = join(root, "node_modules/.cache/tests/passed.json");

interface Passed {
  commit: string;
  /** Steps by name, and test files by path, with the store where they run on two. */
  names: string[];
}

/** @returns an empty set where the work tree differs from its commit. */
export function passedBefore(): ReadonlySet<string> {
  const commit = cleanCommit();
  const passed = read();
  return new Set(commit !== null && passed.commit === commit ? passed.names : []);
}

/** Adds to what passed on this commit; without effect where the work tree differs from it. */
export function recordPassed(names: readonly string[]): void {
  const commit = cleanCommit();
  if (commit === null) return;
  const all = [...new Set([...passedBefore(), ...names])].toSorted();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ commit, names: all } satisfies Passed));
}

function read(): Passed {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { commit: "", names: [] };
}

function cleanCommit(): string | null {
  if (!Bun.which("git")) return null;
  const git = (...words: string[]) => Bun.spawnSync(["git", ...words], { cwd: root });
  if (git("status", "--porcelain").stdout.length > 0) return null;
  return git("rev-parse", "HEAD").stdout.toString().trim() || null;
}
