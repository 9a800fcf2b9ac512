/** Copies of the project's files, in which a source can be changed while the project's own is read. */
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../checks.ts";

export interface Tree {
  folder: string;
  remove(): void;
}

/** The files that git knows, or would add. Packages and what was built are shared with the project. */
export function copyTree(): Tree {
  const listed = Bun.spawnSync(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root },
  );
  if (!listed.success) throw new Error(`git ls-files: ${listed.stderr}`);
  const folder = mkdtempSync(join(tmpdir(), "booking-risk-mutation-"));
  for (const file of listed.stdout.toString().split("\0").filter(Boolean)) {
    if (existsSync(join(root, file))) cpSync(join(root, file), join(folder, file));
  }
  for (const shared of ["node_modules", "dist"]) {
    symlinkSync(join(root, shared), join(folder, shared));
  }
  // Again where a test that was ended has still written a file.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return { folder, remove };
}
