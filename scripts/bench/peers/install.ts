/**
 * Installs what the benchmark's peers need, beside this file and on first use: the npm packages of `package.json` with
 * a Node of their own, and a Python environment of `requirements.txt`. Needs the npm registry, the
 * package index, and Python 3.11 or newer (or `PYTHON`).
 *
 *     bun scripts/bench/peers/install.ts
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pythonEnvironment } from "../../programs/python-environment.ts";
import { runQuietly } from "../../programs/run-quietly.ts";

const here = import.meta.dir;
const environment = pythonEnvironment(here);

export const python = environment.python;
export const pythonIsPrepared = environment.isPrepared;
export const preparePython = environment.prepare;

/**
 * The Node that runs the peer: the pinned one, or elsewhere than on Linux the one in the path. Its packages
 * need Node 22, which is newer than what the rest of the repository needs.
 */
export function nodeProgram(): string {
  const pinned = join(here, "node_modules", `node-linux-${process.arch}`, "bin", "node");
  return existsSync(pinned) ? pinned : "node";
}

export function nodeIsPrepared(): boolean {
  return existsSync(join(here, "node_modules", "fastify"));
}

/** @throws Error that says what failed. */
export async function prepareNode(): Promise<void> {
  // No install script runs: one of them reaches for a host of its own, and none is needed.
  await runQuietly(
    process.execPath,
    "install",
    "--frozen-lockfile",
    "--ignore-scripts",
    "--cwd",
    here,
  );
}

if (import.meta.main) {
  await prepareNode();
  await preparePython();
}
