/**
 * What 100, 1,000 and 10,000 decisions a second need on PostgreSQL, and the first bottleneck. docs/growth.md
 * says which inputs were measured.
 *
 *     npm run growth-model -- [--rates 100,1000,10000] [--seed 1] [--open-us 874] [--vcpu-price 25] …
 *
 * Each input of scripts/bench/growth-model/plan.ts is a flag. The same seed gives the same table.
 */
import { parseArgs } from "node:util";
import { defaults, type Inputs, planOf } from "./plan.ts";

const names = Object.keys(defaults) as (keyof Inputs)[];
const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
const { values } = parseArgs({
  options: {
    ...options,
    rates: { type: "string", default: "100,1000,10000" },
    seed: { type: "string", default: "1" },
  },
});
const given = values as Partial<Record<string, string>>;
const inputs = Object.fromEntries(
  names.map((name) => [name, positive(name, given[name] ?? String(defaults[name]))]),
) as Inputs;

const rounded = (value: number) =>
  value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 1 : 0 });
const lines = values.rates.split(",").map((text) => {
  const rate = positive("rates", text);
  const plan = planOf(rate, inputs, values.seed);
  const waited = plan.opening.p99 + plan.committing.p99;
  return [
    ...[rate, plan.copies, plan.shards, plan.databases, plan.databaseCores].map(rounded),
    ...[plan.storedGb / 1000, plan.partitionGb, waited].map(rounded),
    `${plan.bottleneck}, at ${rounded(plan.bottleneckAt)}`,
    rounded(plan.cost),
  ];
});
const header = [
  "decisions/s",
  "copies",
  "shards",
  "databases",
  "cores of each",
  "TB",
  "GB a month and database",
  "waiting, ms",
  "first bottleneck",
  "price",
];
for (const cells of [header, header.map(() => "---"), ...lines]) {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (text !== "" && Number.isFinite(value) && value >= 0) return value;
  throw new Error(`--${name} must be a number, 0 or more`);
}
