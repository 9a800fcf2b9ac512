import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";

/**
 * The commit of a folder's files, as `src/base/version.ts` describes it.
 * @param root the folder of the repository itself: one that lies inside another repository, as an unpacked archive
 *   may, has no commit.
 */
export function commitOf(root: string): string | null {
  if (git(root, "rev-parse", "--show-toplevel") !== realpathSync(root)) return null;
  const head = git(root, "rev-parse", "HEAD");
  if (head === null) return null;
  const changed = git(root, "status", "--porcelain", "--untracked-files=no");
  return changed === "" ? head : `${head}-dirty`;
}

/** @returns null where Git is not installed, or fails. */
function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", ["-C", folder, ...args], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
