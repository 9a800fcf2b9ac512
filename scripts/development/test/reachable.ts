/**
 * Which test files a change can reach: those that import a changed file, directly or through others, or
 * name it by its path, as scripts do that run another one. A test of the executable reaches all of its
 * sources.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "../checks.ts";

/** A change of one of these reaches every test. */
const everything =
  /^(package\.json|bun\.lock|bunfig\.toml|tsconfig\.json|scripts\/(build|development\/test)\/|\.ci\/)/;
/** A test that imports it needs all that the executable is built from. */
const executable = "test/fixtures/executable.ts";
const executableEntries = ["src/main.ts", "src/dashboard/main.tsx", "sdk/index.ts"];
const extensions = ["", ".ts", ".tsx", ".mjs", ".js"];

/** Paths relative to the project's folder that differ from a commit, uncommitted and new ones included. */
export function changedSince(commit: string): string[] {
  const git = (...words: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...words], { cwd: root });
    if (exitCode !== 0) throw new Error(`git ${words.join(" ")}: ${stderr}`);
    return stdout.toString().split("\n").filter(Boolean);
  };
  return [
    ...git("diff", "--name-only", commit),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
}

/**
 * Of `tests`, those that one of the changed files can reach.
 * @param sources what each file names, as far as it was read before.
 */
export function reachedBy(
  changed: readonly string[],
  tests: readonly string[],
  sources = new Map<string, readonly string[]>(),
): string[] {
  if (changed.some((file) => everything.test(file))) return [...tests];
  const isReached = (test: string) => {
    const reached = reachableFrom(test, sources);
    return changed.some(
      (file) => reached.has(file) || foldersOf(file).some((one) => reached.has(one)),
    );
  };
  return tests.filter(isReached);
}

/** The folders that a file is in, with a slash at their end. */
function foldersOf(file: string): string[] {
  const names = file.split("/").slice(0, -1);
  return names.map((_, i) => `${names.slice(0, i + 1).join("/")}/`);
}

/** All files and folders, which end with a slash, that a file leads to. */
function reachableFrom(file: string, known: Map<string, readonly string[]>): Set<string> {
  const seen = new Set([file]);
  for (const one of seen) {
    if (one.endsWith("/") || !/\.(ts|tsx|mjs|js)$/.test(one) || !existsSync(join(root, one)))
      continue;
    const named = known.get(one) ?? namedIn(one);
    known.set(one, named);
    for (const next of named) seen.add(next);
  }
  return seen;
}

/** What a source names with a relative path, or with one from the project's folder. */
function namedIn(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = new Set<string>(file === executable ? executableEntries : []);
  for (const [, literal] of text.matchAll(/["'`]([\w@./-]*[/.][\w@./-]*)["'`]/g)) {
    const bases = literal!.startsWith(".") ? [dirname(join(root, file))] : [root];
    for (const base of bases) {
      const path = extensions.map((end) => resolve(base, `${literal}${end}`)).find(existsSync);
      if (!path?.startsWith(`${root}/`)) continue;
      found.add(`${relative(root, path)}${statSync(path).isDirectory() ? "/" : ""}`);
    }
  }
  return [...found];
}
