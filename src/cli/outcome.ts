/** `booking-risk outcome import` */
import { createReadStream } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { jsonObject } from "../request/json-object.ts";
import { readOutcomeReport, reportOutcome } from "../risk/outcome.ts";
import type { Store } from "../storage/store.ts";
import { answer, CommandFailed } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project: string };

/** Lines at work at once: they share their way to the disk. */
const together = 256;
/** Faults that are shown; the file has them all. */
const shownMax = 10;

export function outcomeCommands(program: Command): void {
  const outcome = program.command("outcome").description("Bring in what became of bookings");
  outcome
    .command("import")
    .description(
      "Import outcomes: NDJSON, a line each, " +
        '{"decisionId": …, "outcome": …, "occurredAt"?: …, "note"?: …, "requestId"?: …}. ' +
        "A line that is bad is set aside, and importing a file again changes nothing",
    )
    .argument("<file>")
    .requiredOption("--project <id>")
    .action((file: string, flags: Flags) => importOutcomes(file, flags));
}

interface Line {
  number: number;
  text: string;
}

interface Tally {
  imported: number;
  rejected: number;
  /** Where the rejected lines are, each with its number and reason; null without any. */
  rejectedFile: string | null;
  errors: { line: number; error: string }[];
}

async function importOutcomes(file: string, flags: Flags): Promise<void> {
  const tally = await withStore(flags, async (store) => {
    if (!(await store.projects.find(flags.project))) {
      throw new CommandFailed(
        `there is no project ${flags.project}; see: booking-risk project list`,
      );
    }
    return importFile(file, flags.project, store);
  });
  answer(flags.json, tally, () => [
    `${tally.imported} outcomes imported, ${tally.rejected} lines rejected.`,
    ...tally.errors.map(({ line, error }) => `line ${line}: ${error}`),
    ...(tally.rejectedFile ? [`All rejected lines: ${tally.rejectedFile}`] : []),
  ]);
}

async function importFile(file: string, projectId: string, store: Store): Promise<Tally> {
  const rejectedFile = `${file}.rejected`;
  await rm(rejectedFile, { force: true }); // An earlier run's.
  const tally: Tally = { imported: 0, rejected: 0, rejectedFile: null, errors: [] };
  let waiting: Line[] = [];
  const flush = async () => {
    const lines = waiting;
    waiting = [];
    const errors = await Promise.all(lines.map((line) => importLine(line, projectId, store)));
    for (const [i, error] of errors.entries()) {
      if (error === null) tally.imported += 1;
      else await reject(lines[i]!, error);
    }
  };
  const reject = async ({ number, text }: Line, error: string) => {
    tally.rejected += 1;
    tally.rejectedFile = rejectedFile;
    if (tally.errors.length < shownMax) tally.errors.push({ line: number, error });
    await appendFile(rejectedFile, `${JSON.stringify({ line: number, error, text })}\n`);
  };
  for await (const line of linesOf(file)) {
    // Two reports of one decision count in the order of the file.
    if (waiting.push(line) === together) await flush();
  }
  await flush();
  return tally;
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 0;
  try {
    const input = createReadStream(file);
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (text.trim() !== "") yield { number, text };
    }
  } catch (error) {
    const { code } = error as { code?: string };
    throw new CommandFailed(`${file} cannot be read (${code ?? error})`);
  }
}

/** @returns why the line was not imported, or null. */
async function importLine(line: Line, projectId: string, store: Store): Promise<string | null> {
  const body = jsonObject(line.text);
  if (!body) return "is no JSON object";
  const { decisionId } = body;
  if (typeof decisionId !== "string") return "/decisionId is required";
  const at = Date.now();
  const reading = readOutcomeReport({ requestId: `import-line-${line.number}`, ...body }, at);
  if ("faults" in reading) {
    return reading.faults.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
  }
  const asked = { projectId, decisionId, report: reading.report, at };
  return (await reportOutcome(asked, store)) ? null : "the project has no such decision";
}
