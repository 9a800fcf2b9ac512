/**
 * `npm run attack-lab`: legitimate visitors and attackers book at the demonstration's hotel, in
 * real browsers, and the service scores them. README.md tells what for, and how fair it is.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installAttackers } from "./attackers/index.ts";
import { chartOf } from "./chart.ts";
import { kinds as allKinds } from "./kinds.ts";
import { runLab } from "./lab.ts";
import { endDescendants, missingTools } from "./machine.ts";
import { markdownOf } from "./report.ts";

const root = resolve(import.meta.dir, "../..");
const say = (text: string) => process.stdout.write(`${text}\n`);
const complain = (text: string) => process.stderr.write(`${text}\n`);

const help = `npm run attack-lab -- [options]
  --runs 20            visits of each kind
  --kinds a,b          only these; --kinds list names them all
  --parallel N         visits at once (four a processor)
  --out dist/attack-lab
  --seed 1             of the people, their habits and the order
  --executable dist/booking-risk`;

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

class WrongUse extends Error {}

function count(name: "runs" | "parallel"): number {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 1 && number <= 10_000) return number;
  throw new WrongUse(`--${name} takes a whole number from 1 to 10000`);
}

function chosenKinds() {
  const names = values.kinds?.split(",").map((name) => name.trim());
  const unknown = names?.find((name) => !allKinds.some((kind) => kind.name === name));
  if (unknown !== undefined) throw new WrongUse(`no kind is called "${unknown}"; --kinds list`);
  return names ? allKinds.filter(({ name }) => names.includes(name)) : allKinds;
}

async function main(folder: string): Promise<void> {
  const missing = missingTools();
  if (missing) throw new WrongUse(missing);
  const executable = resolve(values.executable);
  if (!existsSync(executable)) throw new WrongUse(`no ${values.executable}; try: npm run build`);
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
    onProgress: complain,
  });
  mkdirSync(values.out, { recursive: true });
  const write = (name: string, text: string) => Bun.write(join(values.out, name), text);
  const markdown = markdownOf(run);
  await write("report.md", markdown);
  await write("chart.html", chartOf(run));
  await write("decisions.json", `${JSON.stringify(run, null, 1)}\n`);
  say(`${markdown}\nAlso in ${values.out}: report.md, chart.html, decisions.json`);
  if (run.visits.every(({ failure }) => failure !== null)) throw new WrongUse("no visit succeeded");
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
  say(values.help ? help : allKinds.map(({ name, about }) => `${name}: ${about}`).join("\n"));
  leave(0);
}
try {
  await main(folder);
  leave(0);
} catch (error) {
  complain(error instanceof WrongUse ? error.message : String((error as Error)?.stack ?? error));
  leave(1);
}
