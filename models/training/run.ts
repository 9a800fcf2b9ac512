/**
 * From nothing to a bundle: Python's environment, simulated attempts, features, training, a check.
 *
 *     bun models/training/run.ts [--attempts N] [--seed TEXT] [--out models/default]
 *
 * Needs Python 3.11 (or `PYTHON`) and, the first time, a package index for pip.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { defaultOptions } from "./simulator/simulate.ts";

const here = import.meta.dir;
const venv = join(here, ".venv");
const python = join(venv, "bin", "python");

async function run(...command: string[]): Promise<void> {
  const started = performance.now();
  const child = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] });
  const status = await child.exited;
  if (status !== 0) throw new Error(`${command.slice(0, 2).join(" ")} ended with ${status}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`-- ${seconds} s: ${command.slice(1).join(" ")}\n`);
}

/** Made once, and again when the pinned packages change. */
async function preparePython(): Promise<void> {
  const requirements = join(here, "requirements.txt");
  const installed = join(venv, "installed.txt");
  const wanted = readFileSync(requirements, "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return;
  await run(process.env.PYTHON ?? "python3.11", "-m", "venv", "--clear", venv);
  const quiet = ["--quiet", "--no-cache-dir", "--disable-pip-version-check"];
  const wheels = ["--only-binary", ":all:", "--requirement", requirements];
  await run(python, "-m", "pip", "install", ...quiet, ...wheels);
  writeFileSync(installed, wanted);
}

const { values } = parseArgs({
  options: {
    attempts: { type: "string", default: String(defaultOptions.attempts) },
    seed: { type: "string", default: defaultOptions.seed },
    out: { type: "string", default: join(here, "..", "default") },
  },
});
const rows = mkdtempSync(join(tmpdir(), "booking-risk-rows-"));
try {
  await preparePython();
  const simulation = ["--attempts", values.attempts, "--seed", values.seed];
  await run(process.execPath, join(here, "features.ts"), rows, ...simulation);
  await run(python, "-B", join(here, "train.py"), rows, values.out);
  await run(process.execPath, join(here, "check.ts"), values.out);
} finally {
  rmSync(rows, { recursive: true, force: true });
}
