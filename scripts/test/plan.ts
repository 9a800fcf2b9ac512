/** From test files to jobs: which run together in one process, with which store, and how long they should take. */
import { type Options as BunTestOptions, bunTest, type Report } from "./bun-test.ts";
import type { Durations } from "./durations.ts";
import type { Job } from "./pool.ts";
import { runsOnBothStores, type Tier, tierOf, tiers } from "./tiers.ts";

export interface TestJob extends Job<Report> {
  tier: Tier;
  files: readonly string[];
  /** Added to a file's name in what is printed and recorded; empty for SQLite. */
  store: "" | typeof onPostgresToo;
}

export interface PlanOptions extends Omit<BunTestOptions, "timeoutMs"> {
  durations: Durations;
  /** Further variables for the jobs on PostgreSQL; null where it is not installed. */
  onPostgres: Readonly<Record<string, string>> | null;
  /** The variables of a process for which a moment is so many milliseconds ahead; null for the machine's clock. */
  clock: ((aheadMs: number) => Readonly<Record<string, string>>) | null;
  /** The only store on which the files run that run on both; null for both. */
  store: Store | null;
  /** Files, with their store, that are left out. */
  without: ReadonlySet<string>;
}

/** Of a file that no run has recorded. */
const unknownMs = 5_000;
/** Quick files share a process until they should take this long together: starting one costs 0.2 s. */
const togetherMs = 6_000;
/** A job that takes longer hangs. */
const timeoutMs = 20 * 60_000;

/** Every file on SQLite, or on no store at all, and those of one folder on PostgreSQL too. */
export function plan(files: readonly string[], options: PlanOptions): TestJob[] {
  const { durations, onPostgres, without, store } = options;
  const once = tiers.flatMap((tier) => {
    const ofTier = files.filter((file) => tierOf(file) === tier && !without.has(file));
    const groups = tier === "unit" ? bundles(ofTier, durations) : ofTier.map((file) => [file]);
    return groups.map((group) => jobOf(tier, group, "", options));
  });
  const again = files
    .filter((file) => runsOnBothStores(file) && !without.has(nameOf(file, onPostgresToo)))
    .map((file) => jobOf("service", [file], onPostgresToo, options));
  return [
    ...(store === "postgresql" ? [] : once),
    ...(store === "sqlite" || onPostgres === null ? [] : again),
  ];
}

const stores = ["sqlite", "postgresql"] as const;
export type Store = (typeof stores)[number];

/** @throws Error for a name that is neither. */
export function readStore(name: string | undefined): Store | null {
  const store = stores.find((one) => one === name) ?? null;
  if (name === undefined || store) return store;
  throw new Error(`--store is one of ${stores.join(", ")}, not ${name}`);
}

const onPostgresToo = " on PostgreSQL";

/** As it is printed and recorded. */
export const nameOf = (file: string, store: TestJob["store"]): string => `${file}${store}`;

function jobOf(
  tier: Tier,
  files: readonly string[],
  store: TestJob["store"],
  { durations, onPostgres, environment, seed, clock }: PlanOptions,
): TestJob {
  const ms = files.reduce((sum, file) => sum + expectedMs(nameOf(file, store), durations), 0);
  return {
    ...{ tier, files, store, rank: tier === "unit" ? 0 : 1, expectedMs: ms },
    run: () => {
      const variables = { ...environment, ...(store === "" ? {} : onPostgres), ...clock?.(ms / 2) };
      return bunTest(files, { environment: variables, seed, timeoutMs });
    },
  };
}

function expectedMs(name: string, durations: Durations): number {
  return durations.get(name) ?? unknownMs;
}

/** Long ones by themselves, the others in groups of about the same duration. */
function bundles(files: readonly string[], durations: Durations): string[][] {
  const groups: { files: string[]; ms: number }[] = [];
  const byMs = files.toSorted((a, b) => expectedMs(b, durations) - expectedMs(a, durations));
  for (const file of byMs) {
    const ms = expectedMs(file, durations);
    const open = groups.find((one) => one.ms + ms <= togetherMs);
    if (open) {
      open.files.push(file);
      open.ms += ms;
    } else groups.push({ files: [file], ms });
  }
  return groups.map((one) => one.files);
}
