import { expect, test } from "bun:test";
import { Command, Option } from "commander";
import { manualPage } from "./manual-page.ts";

const program = new Command("booking-risk").description("Scores bookings");
const key = program.command("key").description("Keys");
key
  .command("create")
  .argument("<name>")
  .description(".hidden or C:\\keys, as 'it' says")
  .option("--kind <kind>", "the kind.")
  .option("--json", "one JSON value");
program
  .command("backup")
  .description("Back up")
  .addOption(new Option("--internal", "not shown").hideHelp())
  .option("--json", "one JSON value");
program.command("checker", { hidden: true }).option("--json", "one JSON value");

const lines = manualPage(program).split("\n");
const after = (line: string) => lines.slice(lines.indexOf(line) + 1);

test("each command has a section, with its usage and its own options", () => {
  const headings = lines.filter((line) => line.startsWith(".SS"));
  expect(headings).toEqual([
    ".SS booking\\-risk key create [options] <name>",
    ".SS booking\\-risk backup [options]",
  ]);
  const create = after(".SS booking\\-risk key create [options] <name>");
  expect(create.slice(1, 5)).toEqual([
    ".TP",
    ".B \\-\\-kind <kind>",
    "the kind.",
    ".SS booking\\-risk backup [options]",
  ]);
  expect(lines.join("\n")).not.toContain("internal");
});

test("what every command takes is there once", () => {
  expect(lines.filter((line) => line.includes("json"))).toHaveLength(1);
  expect(after(".SH COMMON OPTIONS")).toContain(".B \\-\\-json");
});

test("text is printed as it is", () => {
  expect(lines).toContain("\\&.hidden or C:\\ekeys, as \\(aqit\\(aq says.");
});
