/**
 * Creates a bundle from scratch: prepares Python, computes attempts and features, trains, checks.
 *
 *     bun models/training/run.ts [--attempts N] [--seed TEXT] [--out models/default]
 *     bun models/training/run.ts --export FILE.parquet [--export ...] --name NAME --out DIR
 *
 * The first form simulates one season for training and another one for evaluation. The second trains
 * on files written by `booking-risk export --out FILE.parquet`. Both accept --version. Requires Python
 * 3.11 (or `PYTHON`) and, on the first run, access to a package index.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { catalogue } from "../../src/features/index.ts";
import { preparePython, python } from "./python.ts";
import { defaultOptions } from "./simulator/simulate.ts";

const here = import.meta.dir;

async function run(...command: string[]): Promise<void> {
  const started = performance.now();
  // On a busy machine, threads that spin while waiting make the training ten times slower.
  const env = { ...process.env, OMP_WAIT_POLICY: "PASSIVE" };
  const child = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"], env });
  const status = await child.exited;
  if (status !== 0) throw new Stopped(`${command.slice(0, 3).join(" ")} exited with ${status}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`-- ${seconds} s: ${command.slice(1).join(" ")}\n`);
}

/** An error printed as one line: a wrong flag, or a failed step that has printed its own message. */
class Stopped extends Error {}

/** One season for training, and one with another seed for evaluation. */
async function simulated(dir: string, seed: string, attempts: string): Promise<string[]> {
  const [train, fresh] = [join(dir, "train.parquet"), join(dir, "fresh.parquet")];
  const features = [process.execPath, join(here, "features.ts")];
  const freshSeed = `${seed}/fresh`;
  await Promise.all([
    run(...features, train, "--seed", seed, "--attempts", attempts),
    run(...features, fresh, "--seed", freshSeed, "--attempts", attempts),
  ]);
  return [train, "--evaluate", fresh, "--seed", seed, "--fresh-seed", freshSeed];
}

/** The version of the default model; a merchant's own model starts at 1.0.0. */
const defaultVersion = "1.1.0";

const { values } = parseArgs({
  options: {
    attempts: { type: "string", default: String(defaultOptions.attempts) },
    seed: { type: "string", default: defaultOptions.seed },
    export: { type: "string", multiple: true },
    name: { type: "string" },
    version: { type: "string" },
    out: { type: "string" },
  },
});

async function main(): Promise<void> {
  const { export: exports, name, out } = values;
  if (exports && !(name && out)) {
    throw new Stopped("--export requires --name (of the model) and --out (the bundle's folder)");
  }
  const bundle = out ?? join(here, "..", "default");
  const dir = mkdtempSync(join(tmpdir(), "booking-risk-train-"));
  try {
    await preparePython();
    // A superset of `booking-risk features --json`, without the need for a built executable.
    const features = join(dir, "features.json");
    writeFileSync(features, JSON.stringify(catalogue));
    const [first, ...rest] = exports ?? (await simulated(dir, values.seed, values.attempts));
    // The rest are further files of an export, or the flags of a simulation.
    const inputs = exports ? [first!, ...rest, bundle] : [first!, bundle, ...rest];
    const identity = [
      "--name",
      name ?? "default",
      "--version",
      values.version ?? (exports ? "1.0.0" : defaultVersion),
    ];
    const train = [python, "-B", join(here, "train.py")];
    await run(...train, ...inputs, "--catalogue", features, ...identity);
    await run(process.execPath, join(here, "check.ts"), bundle);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Stopped)) throw error;
  process.stderr.write(`run.ts: ${error.message}\n`);
  process.exitCode = 1;
}
