/** From test files to jobs: which run together in one process, with which store, and how long they should take. */
import { type Options as BunTestOptions, bunTest, type Report } from "./bun-test.ts";
import type { Durations } from "./durations.ts";
import type { Job } from "./pool.ts";
import { runsOnBothStores, type Tier, tierOf, tiers } from "./tiers.ts";

export interface TestJob extends Job<Report> {
  tier: Tier;
  files: readonly string[];
  /** Added to a file's name in what is printed and recorded; empty for SQLite. */
  store: "" | " on PostgreSQL";
}

export interface PlanOptions extends Omit<BunTestOptions, "timeoutMs"> {
  durations: Durations;
  /** Further variables for the jobs on PostgreSQL; null where it is not installed. */
  onPostgres: Readonly<Record<string, string>> | null;
  /** Names of jobs that those of the service, system and long tiers wait for. */
  builds: readonly string[];
}

/** Of a file that no run has recorded. */
const unknownMs = 5_000;
/** Quick files share a process until they should take this long together: starting one costs 0.2 s. */
const togetherMs = 6_000;
/** A job that takes longer hangs. */
const timeoutMs = 20 * 60_000;

/** @param order a seed's random order of files, or null for the order of their names. */
export function plan(files: readonly string[], options: PlanOptions): TestJob[] {
  const jobs = tiers.flatMap((tier) => {
    const ofTier = files.filter((file) => tierOf(file) === tier);
    const together =
      tier === "unit" ? bundles(ofTier, options.durations) : ofTier.map((one) => [one]);
    return together.map((some) => jobOf(tier, some, "", options));
  });
  const twice = options.onPostgres === null ? [] : files.filter(runsOnBothStores);
  return [...jobs, ...twice.map((file) => jobOf("service", [file], " on PostgreSQL", options))];
}

function jobOf(
  tier: Tier,
  files: readonly string[],
  store: TestJob["store"],
  { durations, onPostgres, environment, seed, builds }: PlanOptions,
): TestJob {
  const [first] = files;
  const more = store === "" ? {} : onPostgres;
  return {
    ...{ tier, files, store, rank: tier === "unit" ? 0 : 1 },
    name: files.length === 1 ? `${first}${store}` : `${first} and ${files.length - 1} more`,
    expectedMs: files.reduce((sum, file) => sum + expectedMs(`${file}${store}`, durations), 0),
    after: tier === "unit" ? [] : builds,
    run: () => bunTest(files, { environment: { ...environment, ...more }, seed, timeoutMs }),
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
