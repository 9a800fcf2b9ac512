import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cases } from "./campaigns/run.ts";
import { campaignSections } from "./card-tables.ts";

const denied = (share: number) => ({
  summary: {
    campaigns: 8,
    attempts: 80,
    median: 60,
    points: null,
    denied: { share, low: share / 2, high: 1 },
  },
});
const attack = { name: "farm", goals: [{ text: "denied >= 80 %", least: 0.8 }] };
const guests = { name: "crowd", goals: [{ text: "denied <= 0.5 %" }] };
const measured = {
  seed: "test",
  repeats: 3,
  rows: [
    { ...attack, line: "fast", ...denied(0.9), reached: true },
    { ...attack, line: "slow", ...denied(0.41), reached: false },
    { ...attack, line: "slowest", ...denied(0.39), reached: false },
    { ...guests, line: "all", ...denied(0.01), reached: false },
    { name: "farm", line: "not asked", goals: [], ...denied(0), reached: null },
  ],
  cost: [
    {
      line: "a bot",
      spent: [
        {
          budget: 10,
          attempts: 10,
          accepted: 2,
          identities: 4,
          addresses: 2,
          devices: 3,
          hours: 5,
        },
      ],
    },
  ],
  worst: [],
};

test("a card names the attacks that are denied less than half as often as is asked", () => {
  const text = campaignSections(measured);
  expect(text).toContain("the bookings of 3 more simulated seasons (seed `test`)");
  expect(text).toContain("Goals reached: 1 of 4.");
  expect(text.match(/^- .*$/gm)).toEqual(["- farm, slowest: 39.0 %"]);
  expect(text).toMatch(
    /^\| farm +\| slow +\| 8 .*\| 41\.0 % +\| 20\.5 % to 100\.0 % .*\| missed +\|$/m,
  );
});

test("a card says by budget what an accepted booking costs", () => {
  const row = /^\| a bot +\| 10 +\| 1 +\| 2 \/ 2 +\| 20 % +\| 5 \/ 5 +\| 2 \/ 2 +\| 1 \/ 1 .*\|$/m;
  expect(campaignSections(measured)).toMatch(row);
});

test("the default model's card has each line of each case", () => {
  const card = readFileSync(join(import.meta.dir, "..", "default", "CARD.md"), "utf8");
  const rows = new Set(
    card.split("\n").map((row) =>
      row
        .split(/ *\| */)
        .slice(1, 3)
        .join(": "),
    ),
  );
  const missing = cases.flatMap(({ name, lines }) =>
    lines.map((line) => `${name}: ${line.name}`).filter((line) => !rows.has(line)),
  );
  expect(missing).toEqual([]);
});
