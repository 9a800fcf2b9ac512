/**
 * `npm run attack-lab`: legitimate visitors and attackers book at the demo hotel with real browsers,
 * and the service scores them. README.md explains the purpose and the limits of the comparison.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { attackers, installAttackers } from "./attackers/index.ts";
import { chartOf } from "./chart.ts";
import type { Kind } from "./kind.ts";
import { runLab } from "./lab.ts";
import { visitors } from "./legitimate/index.ts";
import { markdownOf } from "./report.ts";
import { endDescendants, missingTools } from "./system.ts";

const root = resolve(import.meta.dir, "../../..");
const print = (text: string) => process.stdout.write(`${text}\n`);
const log = (text: string) => process.stderr.write(`${text}\n`);
const allKinds: readonly Kind[] = [...visitors, ...attackers];

const help = `npm run attack-lab -- [options]
  --runs 20            visits per kind
  --kinds a,b          only these kinds; --kinds list prints all
  --parallel N         concurrent visits (default: four per processor)
  --out dist/attack-lab
  --seed 1             seed of the people, their behaviour and the order
  --executable dist/booking-risk

npm run attack-lab -- --campaigns [BUNDLE_DIR] [options]
                      simulated campaigns in place of browsers; models/training/campaigns/run.ts`;

if (process.argv.includes("--campaigns")) await runCampaigns();

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "20" },
    kinds: { type: "string" },
    parallel: { type: "string", default: String(availableParallelism() * 4) },
    out: { type: "string", default: join(root, "dist/attack-lab") },
    seed: { type: "string", default: "1" },
    executable: { type: "string", default: join(root, "dist/booking-risk") },
    help: { type: "boolean" },
  },
});

class UsageError extends Error {}

/** They take no browser, and their options are their own. */
async function runCampaigns(): Promise<never> {
  const rest = process.argv.slice(2).filter((word) => word !== "--campaigns");
  const command = [process.execPath, join(root, "models/training/campaigns/run.ts"), ...rest];
  process.exit(await Bun.spawn(command, { stdio: ["ignore", "inherit", "inherit"] }).exited);
}

function count(name: "runs" | "parallel"): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1 && number <= 10_000) return number;
  throw new UsageError(`--${name} must be a whole number from 1 to 10000`);
}

function chosenKinds() {
  const names = values.kinds?.split(",").map((name) => name.trim());
  const unknown = names?.find((name) => !allKinds.some((kind) => kind.name === name));
  if (unknown !== undefined) throw new UsageError(`unknown kind "${unknown}"; see --kinds list`);
  return names ? allKinds.filter(({ name }) => names.includes(name)) : allKinds;
}

async function main(folder: string): Promise<void> {
  const missing = missingTools();
  if (missing) throw new UsageError(missing);
  const executable = resolve(values.executable);
  if (!existsSync(executable))
    throw new UsageError(`${values.executable} does not exist; run: npm run build`);
  const kinds = chosenKinds();
  const [runs, parallel] = [count("runs"), count("parallel")];
  const { seed } = values;
  if (kinds.some(({ side }) => side === "attack")) await installAttackers();
  const run = await runLab({
    kinds,
    runs,
    parallel,
    seed,
    executable,
    folder,
    onProgress: log,
  });
  mkdirSync(values.out, { recursive: true });
  const write = (name: string, text: string) => Bun.write(join(values.out, name), text);
  const markdown = markdownOf(run);
  await write("report.md", markdown);
  await write("chart.html", chartOf(run));
  await write("decisions.json", `${JSON.stringify(run, null, 1)}\n`);
  print(`${markdown}\nAlso in ${values.out}: report.md, chart.html, decisions.json`);
  if (run.visits.every(({ failure }) => failure !== null))
    throw new UsageError("no visit succeeded");
}

const folder = mkdtempSync(join(tmpdir(), "attack-lab-"));
function leave(status: number): never {
  endDescendants();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.exit(status);
}
process.on("SIGINT", () => leave(130));
process.on("SIGTERM", () => leave(143));

if (values.help || values.kinds === "list") {
  print(values.help ? help : allKinds.map(({ name, about }) => `${name}: ${about}`).join("\n"));
  leave(0);
}
try {
  await main(folder);
  leave(0);
} catch (error) {
  log(error instanceof UsageError ? error.message : String((error as Error)?.stack ?? error));
  leave(1);
}
