/** What a mutation run found, and how it is printed. */
import { countCovered, type Lines } from "./coverage.ts";
import type { Mutant } from "./mutants.ts";

export const endings = [
  "killed",
  "survived",
  "no coverage",
  "timed out",
  "does not compile",
] as const;
export type MutantEnding = (typeof endings)[number];

export interface Result {
  mutant: Mutant;
  ending: MutantEnding;
}

export type Counts = Record<MutantEnding, number>;

export function countEndings(results: readonly Result[]): Counts {
  const counts = Object.fromEntries(endings.map((one) => [one, 0])) as Counts;
  for (const { ending } of results) counts[ending] += 1;
  return counts;
}

/**
 * The percentage that a test noticed, of the mutants that compile. One that was killed is counted without
 * knowing whether it compiles: only the survivors are checked.
 */
export function score(counts: Counts): number {
  const noticed = counts.killed + counts["timed out"];
  return (100 * noticed) / (noticed + counts.survived + counts["no coverage"]);
}

/** A row for each folder, and one for all of them. */
export function table(
  folders: readonly string[],
  results: readonly Result[],
  all: Lines,
  covered: Lines,
): string {
  const width = Math.max(...folders.map(({ length }) => length), "all".length);
  const row = (name: string, isOf: (file: string) => boolean) => {
    const counts = countEndings(results.filter(({ mutant }) => isOf(mutant.file)));
    const lines = countCovered(all, covered, isOf);
    const cells = endings.map((ending) => String(counts[ending]).padStart(ending.length + 2));
    const percentages = [score(counts), (100 * lines.covered) / lines.all];
    const last = percentages.map((one) => `${one.toFixed(1)} %`.padStart(10));
    return [name.padEnd(width), ...cells, ...last].join("");
  };
  const head = ["".padEnd(width), ...endings.map((ending) => `  ${ending}`)];
  return [
    [...head, "score".padStart(10), "lines run".padStart(10)].join(""),
    ...folders.map((folder) =>
      row(folder, (file) => file === folder || file.startsWith(`${folder}/`)),
    ),
    ...(folders.length > 1 ? [row("all", () => true)] : []),
  ].join("\n");
}

/** One mutant: where it is, and what it changes. */
export function mutantText({ file, line, operator, original, replacement }: Mutant): string {
  const code = (text: string) => {
    const short = text.replace(/\s+/g, " ");
    return short.length > codeShownMax ? `${short.slice(0, codeShownMax)} …` : short;
  };
  return `${file}:${line}  ${operator}  ${code(original)}  →  ${code(replacement) || "(nothing)"}`;
}

const codeShownMax = 60;

/** The mutants of an ending, by file and line. */
export function listOf(results: readonly Result[], ending: MutantEnding): string[] {
  return results
    .filter((one) => one.ending === ending)
    .map(({ mutant }) => mutant)
    .sort((a, b) => (a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1))
    .map(mutantText);
}
