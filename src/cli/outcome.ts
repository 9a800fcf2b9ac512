/** `booking-risk outcome import` */
import type { Command } from "commander";
import { jsonObject } from "../request/json-object.ts";
import { readOutcomeReport, reportOutcome } from "../risk/outcome.ts";
import type { Store } from "../storage/store.ts";
import { type Line, linesOf, RejectedLines, type RejectedTally, rejectedLines } from "./ndjson.ts";
import { answer } from "./output.ts";
import { type CommonFlags, projectOf, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project: string };

/** Lines at work at once: they share their way to the disk. */
const together = 256;

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

interface Tally extends RejectedTally {
  imported: number;
}

async function importOutcomes(file: string, flags: Flags): Promise<void> {
  const tally = await withStore(flags, async (store) => {
    const project = await projectOf(flags.project, store);
    return importFile(file, project.id, store);
  });
  answer(flags.json, tally, () => [
    `${tally.imported} outcomes imported, ${tally.rejected} lines rejected.`,
    ...rejectedLines(tally),
  ]);
}

async function importFile(file: string, projectId: string, store: Store): Promise<Tally> {
  const rejected = await RejectedLines.beside(file);
  let imported = 0;
  let waiting: Line[] = [];
  const flush = async () => {
    const lines = waiting;
    waiting = [];
    const errors = await Promise.all(lines.map((line) => importLine(line, projectId, store)));
    for (const [i, error] of errors.entries()) {
      if (error === null) imported += 1;
      else await rejected.add(lines[i]!, error);
    }
  };
  for await (const line of linesOf(file)) {
    // Two reports of one decision count in the order of the file.
    if (waiting.push(line) === together) await flush();
  }
  await flush();
  return { imported, ...rejected.tally };
}

/** @returns why the line was not imported, or null. */
async function importLine(line: Line, projectId: string, store: Store): Promise<string | null> {
  if (line.text === null || line.fault !== null) return line.fault ?? "is empty";
  const body = jsonObject(line.text);
  if (!body) return "is not a JSON object";
  const { decisionId } = body;
  if (typeof decisionId !== "string") return "/decisionId is required";
  const at = Date.now();
  const reading = readOutcomeReport({ requestId: `import-line-${line.number}`, ...body }, at);
  if ("issues" in reading) {
    return reading.issues.map(({ pointer, message }) => `${pointer} ${message}`).join("; ");
  }
  const asked = { projectId, decisionId, report: reading.report, at };
  return (await reportOutcome(asked, store)) ? null : "the project has no such decision";
}
