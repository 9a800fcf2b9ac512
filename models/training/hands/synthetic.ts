/**
 * How well a bundle tells synthetic hands from people's: by how much each hand raises the scores of ordinary
 * bookings, and the AUC of that for each generator against all people; 0.5: it cannot tell them apart.
 *
 *     bun models/training/hands/synthetic.ts [--bundle DIR]
 *     bun models/training/hands/synthetic.ts --people FOLDER --synthetic FOLDER [--bundle DIR] [--write]
 *
 * The first form asks the hands in `synthetic.json`. The folders of the second have a folder for each
 * collection or generator, with CSV files like those of SapiMouse (recordings.ts); `--write` measures
 * `synthetic.json` anew. Only the pointer's features of some windows are part of this repository.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { areaUnderCurve, probabilities, quantilesOf } from "./distance.ts";
import { mouseRecordings } from "./recordings.ts";
import { behaviourOf, observe } from "./replay.ts";
import { scoresOf } from "./sweep.ts";
import measured from "./synthetic.json";

/** What a path says of the hand that made it; a model may read fewer. */
const features = [
  "pointer_straightness",
  "pointer_step_variation",
  "pointer_turn_entropy_bits",
  "pointer_axial_steps_share",
  "pointer_alternating_turns_share",
] as const;

/** The windows of one collection or generator: the value of each of `features`, null where there is none. */
export interface Hands {
  name: string;
  isSynthetic: boolean;
  windows: readonly (readonly (number | null)[])[];
}

export const measuredHands: readonly Hands[] = measured;

/** Of each collection and generator in `synthetic.json`. */
const windowsWritten = 40;

/** By how many points each window raises an ordinary booking's score, on average. */
export interface Raised extends Pick<Hands, "name" | "isSynthetic"> {
  points: number[];
}

export async function raisedBy(bundle: string, hands: readonly Hands[]): Promise<Raised[]> {
  const all = hands.flatMap(({ windows }) => windows.map(handOf));
  const { own, with: scores } = await scoresOf(bundle, all);
  const usual = mean(own);
  const points = scores.map((of) => mean(of) - usual);
  return hands.map(({ name, isSynthetic, windows }) => ({
    name,
    isSynthetic,
    points: points.splice(0, windows.length),
  }));
}

const handOf = (window: Hands["windows"][number]) =>
  Object.fromEntries(features.map((name, place) => [name, window[place] ?? Number.NaN]));
const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length;

/** The AUC of each generator against all people. */
function toldApart(raised: readonly Raised[]): ReadonlyMap<string, number> {
  const people = raised.filter((one) => !one.isSynthetic).flatMap(({ points }) => points);
  const generators = raised.filter(({ isSynthetic }) => isSynthetic);
  return new Map(generators.map(({ name, points }) => [name, areaUnderCurve(points, people)]));
}

/** @throws Error where a folder has no recordings. */
async function measure(folder: string, isSynthetic: boolean): Promise<Hands[]> {
  const found: Hands[] = [];
  for (const name of readdirSync(folder).sort()) {
    const windows: (number | null)[][] = [];
    for (const { events } of mouseRecordings(join(folder, name))) {
      const behaviour = behaviourOf(await observe(events));
      windows.push(features.map((feature) => rounded(behaviour[feature]!)));
    }
    if (windows.length === 0) throw new Error(`${join(folder, name)} has no recordings`);
    found.push({ name, isSynthetic, windows });
  }
  return found;
}

const rounded = (value: number) => (Number.isNaN(value) ? null : Number(value.toPrecision(4)));

/** As many windows as are written, from the whole collection. */
function spread(hands: Hands): Hands {
  const every = Math.max(1, Math.floor(hands.windows.length / windowsWritten));
  const windows = hands.windows.filter((_, place) => place % every === 0);
  return { ...hands, windows: windows.slice(0, windowsWritten) };
}

const shown = [0.05, 0.5, 0.95];

function print(raised: readonly Raised[]): void {
  const aucs = toldApart(raised);
  say("points above ordinary bookings' own hands: 5 %, median, 95 %; AUC against all people");
  for (const { name, points } of raised) {
    const quantiles = quantilesOf(points);
    const auc = aucs.get(name)?.toFixed(2) ?? "";
    const cells = shown.map((part) =>
      quantiles[probabilities.indexOf(part)]!.toFixed(1).padStart(7),
    );
    say(`  ${name.padEnd(24)}${String(points.length).padStart(5)}${cells.join("")}   ${auc}`);
  }
  say(`mean AUC ${mean([...aucs.values()]).toFixed(3)}`);
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

if (import.meta.main) {
  const { people, synthetic, bundle, write } = parseArgs({
    options: {
      people: { type: "string" },
      synthetic: { type: "string" },
      bundle: { type: "string", default: join(import.meta.dir, "..", "..", "default") },
      write: { type: "boolean" },
    },
  }).values;
  const isGiven = people !== undefined && synthetic !== undefined;
  const hands = isGiven
    ? [...(await measure(people, false)), ...(await measure(synthetic, true))]
    : measuredHands;
  if (isGiven && write) {
    const file = join(import.meta.dir, "synthetic.json");
    writeFileSync(file, `${JSON.stringify(hands.map(spread))}\n`);
  }
  print(await raisedBy(bundle, hands));
}
