/** The tests that are asked about a mutant. */
import { basename, dirname } from "node:path";
import { runs, type TestFile } from "./coverage.ts";
import type { Mutant } from "./mutants.ts";

/**
 * The test files that run the mutant's line: first its file's own, then those of its folder, then the others;
 * of these the quickest first.
 *
 * @param msMax what they may take together, except for the first one.
 */
export function nearestTests(
  { file, coveredLine }: Pick<Mutant, "file" | "coveredLine">,
  tests: readonly TestFile[],
  msMax: number,
): TestFile[] {
  const running = tests.filter(({ lines }) => runs(lines, file, coveredLine));
  const distances = new Map(running.map((test) => [test, distance(file, test.file)]));
  running.sort((a, b) => distances.get(a)! - distances.get(b)! || a.ms - b.ms);
  let ms = 0;
  return running.filter((test, place) => {
    ms += test.ms;
    return place === 0 || ms <= msMax;
  });
}

function distance(source: string, test: string): number {
  if (dirname(source) !== dirname(test)) return 2;
  return basename(test) === basename(source).replace(/\.ts$/, ".test.ts") ? 0 : 1;
}
