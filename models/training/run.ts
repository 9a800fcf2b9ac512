/**
 * Creates a bundle from scratch: prepares Python, computes attempts and features, trains, plays campaigns,
 * checks.
 *
 *     npm run train -- [--attempts N] [--seed TEXT] [--out models/default]
 *     npm run train -- --export FILE.parquet [--export ...] --name NAME --out DIR
 *         [--mature-days 60]
 *     npm run train -- --earlier BUNDLE --replace OLD=NEW [--replace ...] [--attempts N] [--seed TEXT]
 *
 * The first form simulates seasons for the models that answer attempts, then one to learn from, one to
 * calibrate on and one to evaluate, all answered by the last of those models: some 45 minutes on two
 * processors. The second form trains on all attempts of files written by `booking-risk export --out
 * FILE.parquet`, but for those of the last --mature-days. The third trains nothing: the trees of an earlier
 * default model read other features (replace_features.py), and two seasons of half the attempts, which that
 * model answers, evaluate them. All accept --version, and the first two --directions tried, all or none: which
 * of the known directions the trees obey (by default all in a simulation, and those that an export does not
 * contradict).
 * Requires Python 3.11 (or `PYTHON`) and, on the first run, access to a package index.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { catalogue } from "../../src/risk/features/index.ts";
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

const seasonCommand = [process.execPath, join(here, "features.ts")];
const trainCommand = [python, "-B", join(here, "train.py")];

/**
 * The model is trained twice. The first one answers the attempts that the second learns from, since it denies
 * half as many guests by mistake as the models that are trained on fewer attempts: the next attempts of
 * guests denied by mistake look like those of fraudsters. A third season, with as much fraud as occurs,
 * evaluates it.
 */
async function simulated(dir: string, { seed, attempts, catalogue }: Simulated): Promise<string[]> {
  const answering = await answeringModel(dir, { seed, attempts, catalogue });
  const first = join(dir, "answering-last");
  const [learn, ...calibrated] = await seasons(dir, { seed, attempts, answering });
  const alone = ["--catalogue", catalogue, "--alone", ...atRate];
  await run(...trainCommand, learn!, first, ...calibrated, ...alone);
  const [own, freshSeed] = [`${seed}/again`, `${seed}/fresh`];
  const again = await seasons(dir, { seed: own, attempts, answering: first });
  const fresh = join(dir, "fresh.parquet");
  await season(fresh, { seed: freshSeed, attempts, answering: first }, ...asOften);
  return [...again, "--evaluate", fresh, "--seed", own, "--fresh-seed", freshSeed, ...atRate];
}

interface Answered {
  seed: string;
  attempts: string;
  /** The folder of the bundle that answers. */
  answering: string;
}

const asOften = ["--fraud-times", "1"];

function season(file: string, { seed, attempts, answering }: Answered, ...more: string[]) {
  const own = ["--seed", seed, "--attempts", attempts, "--answers", answering];
  return run(...seasonCommand, file, ...own, ...more);
}

/** @returns what train.py takes: a season to learn from, and one to calibrate on, see features.ts. */
async function seasons(dir: string, answered: Answered): Promise<string[]> {
  const [learn, natural] = [join(dir, "learn.parquet"), join(dir, "natural.parquet")];
  const calibrating = { ...answered, seed: `${answered.seed}/natural` };
  await Promise.all([season(learn, answered), season(natural, calibrating, ...asOften)]);
  return [learn, "--calibrate", natural];
}

/**
 * Whoever is denied tries again, and each try is one more fraudulent attempt: assumed, three for each
 * five of the planned 2.2 %. How often they do in a season depends on how much of its fraud is denied.
 */
const atRate = ["--fraud-rate", String(1.6 * defaultOptions.fraudRate)];

interface Simulated {
  seed: string;
  attempts: string;
  /** The file of the catalogue. */
  catalogue: string;
}

/**
 * The bundle that answers the attempts of the seasons, whose parties react to a denial and whose
 * history knows it. The first is trained on a season without answers, each later one on a season that the
 * one before has answered: only there does one denial lead to the next. The first two deny more guests by
 * mistake than the last, whose next attempts would look like those of guests.
 */
async function answeringModel(
  dir: string,
  { seed, attempts, catalogue }: Simulated,
): Promise<string> {
  const fewer = String(Math.min(Number(attempts), answeringAttempts));
  let bundle: string | null = null;
  for (const number of [1, 2, 3]) {
    const season = join(dir, `answering-${number}.parquet`);
    const answered: string[] = bundle ? ["--answers", bundle] : [];
    const own = ["--seed", `${seed}/answering-${number}`, "--attempts", fewer];
    await run(...seasonCommand, season, ...own, ...answered);
    bundle = join(dir, `answering-${number}`);
    await run(...trainCommand, season, bundle, "--catalogue", catalogue, "--alone", ...atRate);
  }
  return bundle!;
}
const answeringAttempts = 150_000;

/** Writes a bundle of the trees of an earlier one, see replace_features.py. */
async function replacing(
  dir: string,
  bundle: string,
  { seed, attempts, catalogue, earlier, pairs, version }: Replacing,
): Promise<void> {
  const half = String(Math.ceil(Number(attempts) / 2));
  const seasons = [1, 2].map((number) => {
    const [name, own] = [`fresh-${number}`, `${seed}/fresh-${number}`];
    return { file: join(dir, `${name}.parquet`), seed: own };
  });
  await Promise.all(
    seasons.map((one) =>
      season(one.file, { ...one, attempts: half, answering: earlier }, ...asOften),
    ),
  );
  await run(
    python,
    "-B",
    join(here, "replace_features.py"),
    earlier,
    bundle,
    "--version",
    version,
    "--catalogue",
    catalogue,
    ...atRate,
    ...pairs.flatMap((pair) => ["--replace", pair]),
    ...seasons.flatMap((one) => ["--evaluate", one.file, "--fresh-seed", one.seed]),
  );
}

interface Replacing extends Simulated {
  /** The folder of the earlier bundle. */
  earlier: string;
  /** OLD=NEW of each feature. */
  pairs: readonly string[];
  version: string;
}

/** Plays campaigns against the bundle, and adds to its card what they and other bookings show. */
async function addTables(dir: string, bundle: string, seed: string): Promise<void> {
  const campaigns = join(dir, "campaigns.json");
  await run(
    process.execPath,
    join(here, "campaigns/run.ts"),
    bundle,
    "--seed",
    `${seed}/campaigns`,
    "--json",
    campaigns,
  );
  await run(
    process.execPath,
    join(here, "card-tables.ts"),
    bundle,
    "--seed",
    `${seed}/groups`,
    "--campaigns",
    campaigns,
  );
}

/** The version of the default model; a merchant's own model starts at 1.0.0. */
const defaultVersion = "1.7.0";

function flags() {
  try {
    return parseArgs({
      options: {
        attempts: { type: "string", default: String(defaultOptions.attempts) },
        seed: { type: "string", default: defaultOptions.seed },
        export: { type: "string", multiple: true },
        name: { type: "string" },
        version: { type: "string" },
        out: { type: "string" },
        "mature-days": { type: "string" },
        directions: { type: "string" },
        earlier: { type: "string" },
        replace: { type: "string", multiple: true },
      },
    }).values;
  } catch (error) {
    throw new Stopped((error as Error).message);
  }
}

/** @throws Stopped where they do not fit together. */
function assertFlags(values: ReturnType<typeof flags>): void {
  const { export: exports, name, out, directions, "mature-days": matureDays } = values;
  if (!values.earlier !== !values.replace || (values.earlier && (exports ?? directions))) {
    throw new Stopped("--earlier and --replace go together, without --export and --directions");
  }
  if (exports && !(name && out)) {
    throw new Stopped("--export requires --name (of the model) and --out (the bundle's folder)");
  }
  if (!exports && matureDays !== undefined) {
    throw new Stopped("--mature-days is for an --export: a simulation knows every outcome");
  }
  if (matureDays !== undefined && !/^\d+(\.\d+)?$/.test(matureDays)) {
    throw new Stopped(`--mature-days must be a number of days, such as 60, not "${matureDays}"`);
  }
  if (directions !== undefined && !["tried", "all", "none"].includes(directions)) {
    throw new Stopped(`--directions must be tried, all or none, not "${directions}"`);
  }
}

async function main(): Promise<void> {
  const values = flags();
  assertFlags(values);
  const { export: exports, name, out, directions, "mature-days": matureDays } = values;
  const bundle = out ?? join(here, "..", "default");
  const dir = mkdtempSync(join(tmpdir(), "booking-risk-train-"));
  try {
    await preparePython();
    // A superset of `booking-risk features --json`, without the need for a built executable.
    const features = join(dir, "features.json");
    writeFileSync(features, JSON.stringify(catalogue));
    const simulation = { seed: values.seed, attempts: values.attempts, catalogue: features };
    const version = values.version ?? (exports ? "1.0.0" : defaultVersion);
    const { earlier, replace: pairs } = values;
    if (earlier && pairs) {
      await replacing(dir, bundle, { ...simulation, earlier, pairs, version });
    } else {
      const [first, ...rest] = exports ?? (await simulated(dir, simulation));
      // The rest are further files of an export, or the flags of a simulation.
      const inputs = exports ? [first!, ...rest, bundle] : [first!, bundle, ...rest];
      const settings = [
        "--name",
        name ?? "default",
        "--version",
        version,
        ...(matureDays === undefined ? [] : ["--mature-days", matureDays]),
        ...(directions === undefined ? [] : ["--directions", directions]),
      ];
      await run(...trainCommand, ...inputs, "--catalogue", features, ...settings);
    }
    if (!exports) await addTables(dir, bundle, values.seed);
    // The sample bookings are a hotel's: they say nothing of a model trained on anything else.
    const samples = exports ? ["--no-samples"] : [];
    await run(process.execPath, join(here, "check.ts"), bundle, ...samples);
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
