/**
 * The Python environment of the training: `.venv` beside this file, pinned by `requirements.txt`.
 *
 *     bun models/training/python.ts     creates it, unless it exists with the pinned packages
 *
 * Requires Python 3.11 or newer (or `PYTHON`) and, on the first run, access to a package index.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const venv = join(import.meta.dir, ".venv");
const requirements = join(import.meta.dir, "requirements.txt");
const installed = join(venv, "installed.txt");

export const python = join(venv, "bin", "python");

/** Whether the environment exists with the packages that are pinned now. */
export function isPrepared(): boolean {
  return (
    existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(requirements, "utf8")
  );
}

/** @throws Error where a command fails; the command has printed why. */
export async function preparePython(): Promise<void> {
  if (isPrepared()) return;
  await run(process.env.PYTHON ?? newest(), "-m", "venv", "--clear", venv);
  const quiet = ["--quiet", "--no-cache-dir", "--disable-pip-version-check"];
  const wheels = ["--only-binary", ":all:", "--requirement", requirements];
  await run(python, "-m", "pip", "install", ...quiet, ...wheels);
  writeFileSync(installed, readFileSync(requirements));
}

/** Prefers 3.11, on which the pinned packages were resolved. */
function newest(): string {
  return ["python3.11", "python3"].find((name) => Bun.which(name)) ?? "python3";
}

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] });
  const status = await child.exited;
  if (status !== 0) throw new Error(`${command.slice(0, 3).join(" ")} exited with ${status}`);
}

if (import.meta.main) await preparePython();
