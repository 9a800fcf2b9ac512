/**
 * From nothing to a bundle: Python's environment, attempts and their features, training, a check.
 *
 *     bun models/training/run.ts [--attempts N] [--seed TEXT] [--out models/default]
 *     bun models/training/run.ts --export FILE.parquet [--export ...] --name NAME --out DIR
 *
 * The first simulates a season to learn from and a fresh one to be measured on. The second learns
 * from what `booking-risk export --out FILE.parquet` wrote. Both take --version. Needs Python 3.11
 * (or `PYTHON`) and, the first time, a package index for pip.
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
  // Threads that wait by spinning cost a busy machine ten times the training's time.
  const env = { ...process.env, OMP_WAIT_POLICY: "PASSIVE" };
  const child = Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"], env });
  const status = await child.exited;
  if (status !== 0) throw new Stopped(`${command.slice(0, 3).join(" ")} ended with ${status}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`-- ${seconds} s: ${command.slice(1).join(" ")}\n`);
}

/** Said in one line; what it is about was printed by whoever failed, or is a flag. */
class Stopped extends Error {}

/** A season to learn from, and one of another seed that nobody tuned on. */
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

/** Of the model that comes with the product; one of a merchant's own begins anew. */
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
    throw new Stopped("--export needs --name, the model's own, and --out, the bundle's folder");
  }
  const bundle = out ?? join(here, "..", "default");
  const dir = mkdtempSync(join(tmpdir(), "booking-risk-train-"));
  try {
    await preparePython();
    // What `booking-risk features --json` says, and more; here the product need not be built.
    const features = join(dir, "features.json");
    writeFileSync(features, JSON.stringify(catalogue));
    const [first, ...rest] = exports ?? (await simulated(dir, values.seed, values.attempts));
    // In an export's case the rest are more files; in a simulation's, flags.
    const inputs = exports ? [first!, ...rest, bundle] : [first!, bundle, ...rest];
    const called = [
      "--name",
      name ?? "default",
      "--version",
      values.version ?? (exports ? "1.0.0" : defaultVersion),
    ];
    const train = [python, "-B", join(here, "train.py")];
    await run(...train, ...inputs, "--catalogue", features, ...called);
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
