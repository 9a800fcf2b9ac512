/**
 * Installs what the benchmark's peers need, beside this file and on first use: the npm packages of `package.json` with
 * a Node of their own, and a Python environment of `requirements.txt`. Needs the npm registry, the
 * package index, and Python 3.11 or newer (or `PYTHON`).
 *
 *     bun scripts/bench/peers/install.ts
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const here = import.meta.dir;
const venv = join(here, ".venv");
const requirements = join(here, "requirements.txt");
/** A copy of the requirements, written after they were installed. */
const installed = join(venv, "installed.txt");

export const python = join(venv, "bin", "python");

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

export function pythonIsPrepared(): boolean {
  return (
    existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(requirements, "utf8")
  );
}

/** @throws Error that says what failed. */
export async function prepareNode(): Promise<void> {
  // No install script runs: one of them reaches for a host of its own, and none is needed.
  await run(process.execPath, "install", "--frozen-lockfile", "--ignore-scripts", "--cwd", here);
}

/** @throws Error that says what failed. */
export async function preparePython(): Promise<void> {
  if (pythonIsPrepared()) return;
  const system = process.env.PYTHON ?? ["python3.11", "python3"].find((name) => Bun.which(name));
  if (!system) throw new Error("Python is not installed");
  await run(system, "-m", "venv", "--clear", venv);
  const quiet = ["--quiet", "--no-cache-dir", "--disable-pip-version-check"];
  const wheels = ["--only-binary", ":all:", "--requirement", requirements];
  await run(python, "-m", "pip", "install", ...quiet, ...wheels);
  writeFileSync(installed, readFileSync(requirements));
}

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "pipe"] });
  const errors = (await child.stderr.text()).trim();
  if ((await child.exited) === 0) return;
  throw new Error(`${command.slice(0, 4).join(" ")} failed: ${errors.split("\n").at(-1)}`);
}

if (import.meta.main) {
  await prepareNode();
  await preparePython();
}
