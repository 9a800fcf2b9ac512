/** A Python environment in `.venv` of a folder, with the packages that its `requirements.txt` pins. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runQuietly } from "./run-quietly.ts";

export interface PythonEnvironment {
  /** The path of its Python. */
  python: string;
  /** Whether it exists with the packages that are pinned now. */
  isPrepared(): boolean;
  /**
   * Creates it, unless it is prepared. Requires Python 3.11 or newer (or `PYTHON`), and a package index.
   * @throws Error that says what failed.
   */
  prepare(): Promise<void>;
}

export function pythonEnvironment(folder: string): PythonEnvironment {
  const venv = join(folder, ".venv");
  const python = join(venv, "bin", "python");
  const requirements = join(folder, "requirements.txt");
  /** A copy of the requirements, written after they were installed. */
  const installed = join(venv, "installed.txt");
  const isPrepared = () =>
    existsSync(installed) && readFileSync(installed, "utf8") === readFileSync(requirements, "utf8");
  return {
    python,
    isPrepared,
    async prepare() {
      if (isPrepared()) return;
      await runQuietly(systemPython(), "-m", "venv", "--clear", venv);
      const quiet = ["--quiet", "--no-cache-dir", "--disable-pip-version-check"];
      const wheels = ["--only-binary", ":all:", "--require-hashes", "--requirement", requirements];
      await runQuietly(python, "-m", "pip", "install", ...quiet, ...wheels);
      writeFileSync(installed, readFileSync(requirements));
    },
  };
}

/** Prefers 3.11, on which the pinned packages were resolved. */
function systemPython(): string {
  const found = process.env.PYTHON ?? ["python3.11", "python3"].find((name) => Bun.which(name));
  if (found) return found;
  throw new Error("Python is not installed");
}
