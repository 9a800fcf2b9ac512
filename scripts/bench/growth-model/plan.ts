/** What a number of decisions a second needs of copies and databases, by arithmetic and by simulation. */
import { seededRandom } from "../../../src/model/reasons/seeded-random.ts";
import { ceilingOf, type GroupedQueue, simulate } from "./grouped-queue.ts";

/** Every one is a flag of `scripts/bench/growth-model/growth-model.ts`; docs/growth.md says which are measured. */
export const defaults = {
  /** Processor time of a copy and of the database for a decision, µs. */
  "copy-us": 835,
  "database-us": 1163,
  /** Between a copy and the database, there and back, ms. */
  "round-trip-ms": 0.5,
  /** Until the database's disk has what a commit waits for, ms. */
  "sync-ms": 1.6,
  /** Opening an attempt under its project's lock, µs; most of it reads its history. */
  "open-us": 455,
  /** Storing a decision in a group, µs. */
  "commit-us": 171,
  /** The greatest part of its capacity that anything is used at the busiest second. */
  "use-max": 0.5,
  /** The largest database that one can get or wants to restore: cores, and GB. */
  "database-cores": 32,
  "database-gb": 8000,
  /** Of a decision, on disk with its indexes, kB; and of a visit's telemetry, with the visits a decision. */
  "decision-kb": 5.2,
  "visit-kb": 20,
  visits: 5,
  "telemetry-days": 7,
  /** The busiest second to the average one, and how many decisions are kept. */
  peak: 10,
  stored: 10_000_000_000,
  /** The part of all decisions that the largest project has. */
  "largest-project": 1,
  /** Prices of a month: a vCPU, and a GB on disk. Put yours. */
  "vcpu-price": 1,
  "gb-price": 0,
} as const;

export type Inputs = { readonly [Name in keyof typeof defaults]: number };

export interface Plan {
  copies: number;
  /** Into how many the largest project would have to be divided by identity; 1: it is one order. */
  shards: number;
  databases: number;
  databaseCores: number;
  storedGb: number;
  /** Of one database, of a month's decisions. */
  partitionGb: number;
  opening: { p50: number; p99: number; served: number };
  committing: { p50: number; p99: number; served: number };
  /** What first reaches `use-max` as the rate grows, with one shard and one database, and at which rate. */
  bottleneck: string;
  bottleneckAt: number;
  cost: number;
}

/** As of the PostgreSQL store: `open_attempts` takes 64, `commit_decisions` 128, two of them under way. */
const openGroupMax = 64;
const commitGroupMax = 128;
const commitsUnderWay = 2;
const copyCores = 2;
const simulatedS = 20;
const secondsAMonth = 30 * 86_400;

/** @param rate decisions in the busiest second. */
export function planOf(rate: number, inputs: Inputs, seed: string): Plan {
  const opening = {
    groupMax: openGroupMax,
    slots: 1,
    groupMs: (n: number) => inputs["round-trip-ms"] + (n * inputs["open-us"]) / 1000,
  };
  const committing = {
    groupMax: commitGroupMax,
    slots: commitsUnderWay,
    groupMs: (n: number) =>
      inputs["round-trip-ms"] + inputs["sync-ms"] + (n * inputs["commit-us"]) / 1000,
  };
  const most = inputs["use-max"];
  const needed = (wanted: number, each: number) => Math.ceil(wanted / (each * most));
  // One thread of a copy answers, whatever its cores.
  const copyRate = Math.min(1e6 / inputs["copy-us"], ceilingOf(committing));
  const copies = Math.max(2, needed(rate, copyRate));
  const largest = rate * inputs["largest-project"];
  const shards = needed(largest, ceilingOf(opening));
  const databaseRate = (inputs["database-cores"] * 1e6) / inputs["database-us"];
  const averageRate = rate / inputs.peak;
  const telemetryGb =
    (averageRate * 86_400 * inputs["telemetry-days"] * inputs.visits * inputs["visit-kb"]) / 1e6;
  const storedGb = (inputs.stored * inputs["decision-kb"]) / 1e6 + telemetryGb;
  const databases = Math.max(
    needed(rate, databaseRate),
    Math.ceil(storedGb / inputs["database-gb"]),
  );
  const monthGb = (averageRate * secondsAMonth * inputs["decision-kb"]) / 1e6;
  const coresOfAll = needed(rate, 1e6 / inputs["database-us"]);
  const random = seededRandom(seed);
  const run = (queue: GroupedQueue) => simulate(queue, simulatedS, random);
  const limits: [string, number][] = [
    ["the largest project's order", (most * ceilingOf(opening)) / inputs["largest-project"]],
    ["the database's cores", most * databaseRate],
  ];
  const [bottleneck, bottleneckAt] = limits.reduce((least, one) =>
    one[1] < least[1] ? one : least,
  );
  // Each database has a standby of its size.
  const cores = copies * copyCores + 2 * Math.max(coresOfAll, 2 * databases);
  return {
    copies,
    shards,
    databases,
    databaseCores: Math.max(2, Math.ceil(coresOfAll / databases)),
    storedGb,
    partitionGb: monthGb / databases,
    bottleneck,
    bottleneckAt,
    opening: run({ ...opening, rate: largest / shards }),
    committing: run({ ...committing, rate: rate / copies }),
    cost: cores * inputs["vcpu-price"] + 2 * storedGb * inputs["gb-price"],
  };
}
