/**
 * Compares simulated hands with real ones: quantiles side by side, and how far they are apart
 * (Kolmogorov-Smirnov) compared with how far the collections of real hands are from each other.
 *
 *     bun models/training/hands/compare.ts
 *     bun models/training/hands/compare.ts --recordings FOLDER [--write] [--bundle DIR]
 *
 * FOLDER has the recordings themselves, in a folder for each collection (README.md: where to get
 * them). With it, a classifier is also trained to tell simulated from real hands, in folds by
 * person; ordinary bookings are scored with every real hand; and `--write` measures `measured.json`
 * anew.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { preparePython, python } from "../python.ts";
import { distance, known, probabilities, type Quantiles, quantilesOf } from "./distance.ts";
import {
  type MeasuredSet,
  measuredFeatures,
  measuredSets,
  polledSet,
  setsWith,
} from "./measured.ts";
import { mouseRecordings, type Recording, typingRecordings } from "./recordings.ts";
import { behaviourOf, observe } from "./replay.ts";
import { simulatedHands } from "./simulated.ts";
import { scoresOf } from "./sweep.ts";

const simulatedVisits = 2000;

export interface Comparison {
  feature: string;
  simulated: Quantiles;
  /** The distance of the simulated hands from each collection. */
  apart: readonly { set: MeasuredSet; distance: number }[];
  /** The greatest distance between two collections; null where there is one only. */
  spread: number | null;
}

/** @returns a comparison for each measured feature. */
export function compare(visits = simulatedVisits): Comparison[] {
  const hands = simulatedHands(visits);
  return Object.values(measuredFeatures)
    .flat()
    .map((feature) => {
      const simulated = quantilesOf(known(hands.map((hand) => hand[feature]!)));
      const sets = setsWith(feature);
      const apart = sets.map((set) => ({
        set,
        distance: distance(simulated, set.quantiles[feature]!),
      }));
      const pairs = sets.flatMap((one, place) =>
        sets
          .slice(place + 1)
          .map((other) => distance(one.quantiles[feature]!, other.quantiles[feature]!)),
      );
      return { feature, simulated, apart, spread: pairs.length > 0 ? Math.max(...pairs) : null };
    });
}

const shown = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];

function print(comparisons: readonly Comparison[]): void {
  say(`${"".padEnd(28)}${shown.map((part) => `${part * 100} %`.padStart(8)).join("")}   KS`);
  for (const { feature, simulated, apart, spread } of comparisons) {
    const between = spread === null ? "" : `   between collections ${spread.toFixed(2)}`;
    say(`${feature}${between}`);
    say(row("simulated", simulated));
    for (const { set, distance } of apart) {
      say(`${row(set.name, set.quantiles[feature]!)}   ${distance.toFixed(2)}`);
    }
    const polled = measuredSets.find(({ name }) => name === polledSet)?.quantiles[feature];
    if (polled) say(row(polledSet, polled));
  }
}

const row = (name: string, quantiles: Quantiles) =>
  `  ${name.padEnd(26)}${shown.map((part) => figure(quantiles[probabilities.indexOf(part)]!)).join("")}`;
const figure = (value: number) => value.toFixed(value < 10 ? 3 : 0).padStart(8);
const say = (line: string) => void process.stdout.write(`${line}\n`);

/** The folder of each collection, and what it has. */
const collections: readonly (Pick<MeasuredSet, "name" | "source" | "task"> & {
  folder: string;
  read: (folder: string) => Recording[];
  features: readonly string[];
})[] = [
  {
    folder: "sapimouse",
    name: "SapiMouse",
    source:
      "M. Antal, N. Fejer, K. Buza: SapiMouse, 2021; recordings in github.com/jjmatthiesen/trajectoryAnimation_SapiMouse",
    task: "a game of moves, clicks and drags in a browser",
    read: (folder) => mouseRecordings(folder).filter(({ polled }) => !polled),
    features: measuredFeatures.mouse,
  },
  {
    folder: "balabit",
    name: "Balabit",
    source:
      "A. Fülöp, L. Kovács, T. Kurics, E. Windhager-Pokol: Balabit Mouse Dynamics Challenge data set, 2016; github.com/balabit/Mouse-Dynamics-Challenge",
    task: "administration of servers; the three people whose moves were recorded every 16 ms",
    read: (folder) => mouseRecordings(folder).filter(({ polled }) => !polled),
    features: measuredFeatures.mouse,
  },
  {
    folder: "balabit",
    name: polledSet,
    source: "as Balabit",
    task: "as Balabit; sessions whose moves were recorded about every 100 ms",
    read: (folder) => mouseRecordings(folder).filter(({ polled }) => polled),
    features: measuredFeatures.mouse,
  },
  {
    folder: "aalto",
    name: "136M Keystrokes",
    source:
      "V. Dhakal, A. M. Feit, P. O. Kristensson, A. Oulasvirta: Observations on Typing from 136 Million Keystrokes, CHI 2018, non-commercial use; sample in github.com/wxyzz22/TypeLikeU",
    task: "copying sentences in a browser",
    read: typingRecordings,
    features: measuredFeatures.typing,
  },
  {
    folder: "posts",
    name: "Posts",
    source:
      "A. Kuruvilla and others: keystrokes of posts; github.com/AlvinKuruvilla/keystroke-data",
    task: "composing posts for social networks, recorded by the system",
    read: typingRecordings,
    features: measuredFeatures.typing,
  },
];

interface Window {
  person: string;
  set: string;
  features: Record<string, number>;
}

async function measure(recordings: string): Promise<{ sets: MeasuredSet[]; windows: Window[] }> {
  const sets: MeasuredSet[] = [];
  const windows: Window[] = [];
  for (const { folder, name, source, task, read, features } of collections) {
    const path = join(recordings, folder);
    if (!existsSync(path)) continue;
    const own: Window[] = [];
    for (const { person, events } of read(path)) {
      const facts = await observe(events);
      own.push({ person: `${name} ${person}`, set: name, features: behaviourOf(facts) });
    }
    const quantiles = Object.fromEntries(
      features.map((feature) => {
        const values = known(own.map((window) => window.features[feature]!));
        return [feature, quantilesOf(values).map((value) => Number(value.toPrecision(4)))];
      }),
    );
    const people = new Set(own.map(({ person }) => person)).size;
    sets.push({ name, source, task, people, windows: own.length, quantiles });
    windows.push(...own);
  }
  return { sets, windows };
}

/** The default model does not read the speed: it follows from the task and the screen. */
const modelFeatures = {
  ...measuredFeatures,
  mouse: measuredFeatures.mouse.filter((feature) => feature !== "pointer_speed_px_s"),
};

/** Prints the AUC of a classifier of simulated against real hands; 0.5: it cannot tell them apart. */
async function classify(windows: readonly Window[]): Promise<void> {
  await preparePython();
  const rows = [
    ...windows.filter(({ set }) => set !== polledSet),
    ...simulatedHands(simulatedVisits, "classifier").map((features, visit) => ({
      person: `simulated ${visit}`,
      set: "simulated",
      features,
    })),
  ];
  const child = Bun.spawn([python, join(import.meta.dir, "classifier.py")], {
    stdin: new Blob([JSON.stringify({ groups: modelFeatures, rows })]),
    stdout: "inherit",
    stderr: "inherit",
  });
  if ((await child.exited) !== 0) throw new Error("the classifier failed");
}

/** Prints the bundle's scores of ordinary bookings with the hands of each collection. */
async function score(bundle: string, windows: readonly Window[]): Promise<void> {
  const hands = windows.map(({ set, features }) => {
    const measured = measuredSets.find(({ name }) => name === set)!.quantiles;
    return Object.fromEntries(Object.keys(measured).map((name) => [name, features[name]!]));
  });
  const scores = await scoresOf(bundle, hands);
  say("scores of ordinary bookings: median, 95 %, shares of 65 or more and of 75 or more");
  say(scoreRow("their own hands", scores.own));
  for (const { name } of measuredSets) {
    const own = scores.with.filter((_, place) => windows[place]!.set === name).flat();
    if (own.length > 0) say(scoreRow(name, own));
  }
}

function scoreRow(name: string, scores: readonly number[]): string {
  const sorted = scores.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(part * sorted.length)]!.toFixed(0).padStart(4);
  const from = (least: number) =>
    `${((100 * sorted.filter((one) => one >= least).length) / sorted.length).toFixed(2)} %`.padStart(
      8,
    );
  return `  ${name.padEnd(26)}${at(0.5)}${at(0.95)}${from(65)}${from(75)}`;
}

if (import.meta.main) {
  const { recordings, write, bundle } = parseArgs({
    options: {
      recordings: { type: "string" },
      write: { type: "boolean" },
      bundle: { type: "string", default: join(import.meta.dir, "..", "..", "default") },
    },
  }).values;
  if (recordings) {
    const { sets, windows } = await measure(recordings);
    if (sets.length === 0) throw new Error(`${recordings} has no folder of a known collection`);
    if (write) {
      writeFileSync(join(import.meta.dir, "measured.json"), `${JSON.stringify(sets)}\n`);
      say(`measured.json is written: ${sets.map(({ name, windows }) => `${name} ${windows}`)}`);
    }
    await classify(windows);
    await score(bundle, windows);
  }
  print(compare());
}
