/** Which tests were not the same in each of several runs, and how a run in which one failed is repeated. */
import type { Outcome, Report } from "./bun-test.ts";
import type { TestJob } from "./plan.ts";
import { runName } from "./tiers.ts";

export interface Run {
  /** Counted from 1. */
  number: number;
  seed: number;
}

export interface DifferingTest {
  /** `FILE > DESCRIBE > TEST`, with the store. */
  name: string;
  files: readonly string[];
  /** The runs by their outcome; without an outcome where the process ended before it. */
  failed: readonly Run[];
  skipped: readonly Run[];
  without: readonly Run[];
}

/** Collects the outcomes of several runs. */
export class RepeatedTests {
  readonly #tests = new Map<string, { files: readonly string[]; outcomes: Map<Run, Outcome> }>();

  add(run: Run, job: Pick<TestJob, "files" | "store">, report: Pick<Report, "tests" | "counts">) {
    const nameOf = (file: string) => runName({ file, store: job.store });
    for (const [test, outcome] of report.tests) {
      const file = job.files.find((one) => test === one || test.startsWith(`${one} > `));
      this.#set(nameOf(test), file ? [file] : job.files, run, outcome);
    }
    // Of a file that cannot be loaded or a process that ends early, no test has failed.
    const isNamed = [...report.tests.values()].includes("failed");
    if (report.counts.failed > 0 && !isNamed) {
      this.#set(`The process of ${nameOf(job.files.join(" "))}`, job.files, run, "failed");
    }
  }

  #set(name: string, files: readonly string[], run: Run, outcome: Outcome): void {
    const test = this.#tests.get(name) ?? { files, outcomes: new Map() };
    this.#tests.set(name, test);
    test.outcomes.set(run, outcome);
  }

  get count(): number {
    return this.#tests.size;
  }

  /** The tests that failed in a run, or whose outcome was not that of every other run. */
  differing(runs: readonly Run[]): DifferingTest[] {
    const all = [...this.#tests].map(([name, { files, outcomes }]) => {
      const runsWith = (outcome?: Outcome) => runs.filter((run) => outcomes.get(run) === outcome);
      const [failed, skipped, without] = [runsWith("failed"), runsWith("skipped"), runsWith()];
      return { name, files, failed, skipped, without };
    });
    return all.filter(
      ({ failed, skipped, without }) =>
        failed.length > 0 || without.length > 0 || ![0, runs.length].includes(skipped.length),
    );
  }
}

/** What is printed about one test. @param options of the command that repeats it, such as `--busy`. */
export function differingText(test: DifferingTest, runCount: number, options = ""): string {
  const { name, files, failed, skipped, without } = test;
  const parts = [`failed in ${failed.length} of ${runCount} runs${numbers(failed)}`];
  if (skipped.length > 0) parts.push(`skipped in ${skipped.length}${numbers(skipped)}`);
  if (without.length > 0) parts.push(`no outcome in ${without.length}${numbers(without)}`);
  const first = failed[0] ?? without[0] ?? skipped[0];
  const command = `npm run test:repeat -- --runs 1 --seed ${first!.seed}${options}`;
  return `${name}\n  ${parts.join("; ")}\n  Repeat run ${first!.number}: ${command} ${files.join(" ")}`;
}

function numbers(runs: readonly Run[]): string {
  return runs.length === 0 ? "" : ` (${runs.map(({ number }) => number).join(", ")})`;
}
