/** The jobs that passed on the commit that is checked out, so that a run can leave them out. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../checks.ts";

const file = join(root, "node_modules/.cache/tests/passed.json");

interface Record {
  commit: string;
  jobs: string[];
}

/** @returns an empty set where the work tree differs from its commit. */
export function passedBefore(): ReadonlySet<string> {
  const commit = cleanCommit();
  const record = read();
  return new Set(commit !== null && record.commit === commit ? record.jobs : []);
}

export function recordPassed(jobs: readonly string[]): void {
  const commit = cleanCommit();
  if (commit === null) return;
  const before = passedBefore();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ commit, jobs: [...new Set([...before, ...jobs])] }));
}

function read(): Record {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { commit: "", jobs: [] };
}

function cleanCommit(): string | null {
  const git = (...words: string[]) => Bun.spawnSync(["git", ...words], { cwd: root });
  if (!Bun.which("git") || git("status", "--porcelain").stdout.length > 0) return null;
  return git("rev-parse", "HEAD").stdout.toString().trim() || null;
}
