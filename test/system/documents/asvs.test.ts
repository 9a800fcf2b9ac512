/** docs/asvs.md answers every requirement of ASVS 5.0.0 up to level 2, once, and its evidence exists. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dir, "../../..");
const document = readFileSync(join(root, "docs/asvs.md"), "utf8");

/** The requirements of levels 1 and 2 by section, from the standard's own list. */
const sections = [
  "1.1: 1 2",
  "1.2: 1 2 3 4 5 6 7 8 9",
  "1.3: 1 2 3 4 5 6 7 8 9 10 11",
  "1.4: 1 2 3",
  "1.5: 1 2",
  "2.1: 1 2 3",
  "2.2: 1 2 3",
  "2.3: 1 2 3 4",
  "2.4: 1",
  "3.2: 1 2",
  "3.3: 1 2 3 4",
  "3.4: 1 2 3 4 5 6",
  "3.5: 1 2 3 4 5",
  "3.7: 1 2",
  "4.1: 1 2 3",
  "4.2: 1",
  "4.3: 1 2",
  "4.4: 1 2 3 4",
  "5.1: 1",
  "5.2: 1 2 3",
  "5.3: 1 2",
  "5.4: 1 2 3",
  "6.1: 1 2 3",
  "6.2: 1 2 3 4 5 6 7 8 9 10 11 12",
  "6.3: 1 2 3 4",
  "6.4: 1 2 3 4",
  "6.5: 1 2 3 4 5",
  "6.6: 1 2 3",
  "6.8: 1 2 3 4",
  "7.1: 1 2 3",
  "7.2: 1 2 3 4",
  "7.3: 1 2",
  "7.4: 1 2 3 4 5",
  "7.5: 1 2",
  "7.6: 1 2",
  "8.1: 1 2",
  "8.2: 1 2 3",
  "8.3: 1",
  "8.4: 1",
  "9.1: 1 2 3",
  "9.2: 1 2 3 4",
  "10.1: 1 2",
  "10.2: 1 2",
  "10.3: 1 2 3 4",
  "10.4: 1 2 3 4 5 6 7 8 9 10 11",
  "10.5: 1 2 3 4 5",
  "10.6: 1 2",
  "10.7: 1 2 3",
  "11.1: 1 2",
  "11.2: 1 2 3",
  "11.3: 1 2 3",
  "11.4: 1 2 3 4",
  "11.5: 1",
  "11.6: 1",
  "12.1: 1 2 3",
  "12.2: 1 2",
  "12.3: 1 2 3 4",
  "13.1: 1",
  "13.2: 1 2 3 4 5",
  "13.3: 1 2",
  "13.4: 1 2 3 4 5",
  "14.1: 1 2",
  "14.2: 1 2 3 4",
  "14.3: 1 2 3",
  "15.1: 1 2 3",
  "15.2: 1 2 3",
  "15.3: 1 2 3 4 5 6 7",
  "16.1: 1",
  "16.2: 1 2 3 4 5",
  "16.3: 1 2 3 4",
  "16.4: 1 2 3",
  "16.5: 1 2 3",
  "17.1: 1",
  "17.2: 1 2 3 4",
  "17.3: 1 2",
];
const requirements = sections.flatMap((line) => {
  const [section, numbers] = line.split(": ") as [string, string];
  return numbers.split(" ").map((number) => `${section}.${number}`);
});

const rows = document
  .slice(document.indexOf("## ASVS"))
  .split("\n")
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\||\|$/g, "").trim()))
  .map(([numbers, met, how]) => ({ numbers: numbers!, met: met!, how: how! }));

/** `10.1.1–10.7.3` is every requirement from the first to the last. */
function expanded(part: string): string[] {
  const [first, last = first] = part.split("–") as [string, string?];
  return requirements.slice(requirements.indexOf(first), requirements.indexOf(last!) + 1);
}

test("every requirement has one answer", () => {
  const answered = rows.flatMap(({ numbers }) => numbers.split(", ").flatMap(expanded));
  expect(requirements).toHaveLength(253);
  expect(answered.toSorted()).toEqual(requirements.toSorted());
});

test("every answer is one of four, with its reason", () => {
  for (const { met, how } of rows) {
    expect(["yes", "no", "operator", "–"]).toContain(met);
    expect(how.length).toBeGreaterThan(5);
  }
});

test("every file that is named exists", () => {
  const named = [...document.matchAll(/`((?:src|test|scripts)\/[^`]+)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
