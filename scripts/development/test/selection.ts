/** Which tests a command line selects. */
import { parseArgs } from "node:util";
import { changedSince, reachedBy } from "./reachable.ts";
import {
  filesNamed,
  readStore,
  readTiers,
  runsOf,
  type TestRun,
  type Tier,
  testFiles,
  tierOf,
  tiers,
  usualTiers,
} from "./tiers.ts";

/** The options that select tests, as `parseArgs` takes them. */
export const selecting = {
  tier: { type: "string", multiple: true, default: [] as string[] },
  all: { type: "boolean", default: false },
  changed: { type: "boolean", default: false },
  store: { type: "string" },
} as const;

interface Selection {
  values: { tier: string[]; all: boolean; changed: boolean; store?: string | undefined };
  /** Parts of files' paths; with `changed`, the commit. */
  positionals: readonly string[];
}

/** @throws Error for a tier or a store that is none. */
export function selectedRuns({ values, positionals }: Selection): TestRun[] {
  const store = readStore(values.store);
  const named = readTiers(values.tier);
  const some: readonly Tier[] = values.all ? tiers : named.length > 0 ? named : usualTiers;
  const isIn = (run: TestRun) => some.includes(tierOf(run));
  const files = testFiles();
  const runs = values.changed
    ? runsOf(reachedBy(changedSince(positionals[0] ?? "HEAD"), files)).filter(isIn)
    : positionals.length > 0
      ? runsOf(filesNamed(positionals))
      : runsOf(files).filter(isIn);
  return store === null ? runs : runs.filter((run) => run.store === store);
}

/** What the words of a command line select. @throws as `selectedRuns`, and for unknown options. */
export const runsSelectedBy = (words: readonly string[]): TestRun[] =>
  selectedRuns(parseArgs({ args: [...words], options: selecting, allowPositionals: true }));
