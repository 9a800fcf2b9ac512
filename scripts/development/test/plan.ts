/** From test files to jobs: which run together in one process, with which store, and how long they should take. */
import { type Options as BunTestOptions, bunTest, type Report } from "./bun-test.ts";
import type { Durations } from "./durations.ts";
import { type Job, longestFirst } from "./pool.ts";
import { runName, type Store, stores, type TestRun, type Tier, tierOf, tiers } from "./tiers.ts";

export interface TestJob extends Job<Report> {
  tier: Tier;
  files: readonly string[];
  store: Store;
}

export interface PlanOptions extends Omit<BunTestOptions, "timeoutMs"> {
  durations: Durations;
  /** Further variables for the jobs on PostgreSQL; null where it is not installed. */
  onPostgres: Readonly<Record<string, string>> | null;
  /** Further variables for unit tests, which then write to memory instead of a disk. */
  inMemory: Readonly<Record<string, string>>;
  /** The variables of a process for which a moment is so many milliseconds ahead; null for the machine's clock. */
  clock: ((aheadMs: number) => Readonly<Record<string, string>>) | null;
  /** Names of runs that are left out. */
  without: ReadonlySet<string>;
}

/** Of a file that no run has recorded. */
const unknownMs = 5_000;
/** Quick files share a process until they should take this long together: starting one costs 0.2 s. */
const togetherMs = 6_000;
/** Where the tests of a file run in any order. In the other tiers they may be steps that build on each other. */
const inAnyOrder: readonly Tier[] = ["unit", "system"];
/** A job that takes longer hangs. */
const timeoutMs = 45 * 60_000;

export function plan(runs: readonly TestRun[], options: PlanOptions): TestJob[] {
  const { durations, onPostgres, without } = options;
  const wanted = runs.filter(
    (run) => !without.has(runName(run)) && (run.store === "sqlite" || onPostgres !== null),
  );
  return tiers.flatMap((tier) =>
    stores.flatMap((store) => {
      const ofTier = wanted.filter((run) => run.store === store && tierOf(run) === tier);
      const files = ofTier.map(({ file }) => file);
      const groups = tier === "unit" ? bundles(files, durations) : files.map((file) => [file]);
      return groups.map((group) => jobOf({ tier, files: group, store }, options));
    }),
  );
}

/** For the quickest answer of the tier that most changes break: then the longest. */
export function unitsFirst(a: TestJob, b: TestJob): number {
  return Number(a.tier !== "unit") - Number(b.tier !== "unit") || longestFirst(a, b);
}

function jobOf(
  job: Pick<TestJob, "tier" | "files" | "store">,
  { durations, onPostgres, inMemory, environment, seed, clock }: PlanOptions,
): TestJob {
  const { files, store } = job;
  const ms = files.reduce((sum, file) => sum + expectedMs(runName({ file, store }), durations), 0);
  return {
    ...job,
    expectedMs: ms,
    run: () => {
      const ofStore = store === "postgresql" ? onPostgres : {};
      const ofTier = job.tier === "unit" ? inMemory : {};
      const variables = { ...environment, ...ofTier, ...ofStore, ...clock?.(ms / 2) };
      const order = inAnyOrder.includes(job.tier) ? { seed } : {};
      return bunTest(files, { environment: variables, timeoutMs, ...order });
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
