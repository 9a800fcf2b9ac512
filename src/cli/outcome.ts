/** `booking-risk outcome import | withdraw` */
import { hash } from "node:crypto";
import type { Command } from "commander";
import { jsonObject } from "../attempt/request/json-object.ts";
import { DomainError } from "../base/domain-error.ts";
import { getProject } from "../projects/projects.ts";
import { type OutcomeDeps, reportOutcome, withdrawOutcome } from "../risk/outcome.ts";
import { operatingSystemUser } from "./actor.ts";
import { domainMessage } from "./domain-messages.ts";
import {
  assertNoneRejected,
  type Line,
  linesOf,
  RejectedLines,
  type RejectedTally,
  rejectedLines,
} from "./ndjson.ts";
import { answer, counted, examples } from "./output.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type Flags = CommonFlags & { project: string };

/** Lines that are imported concurrently, so that they share commits. */
const batchLines = 256;

export function outcomeCommands(program: Command): void {
  const outcome = program
    .command("outcome")
    .description("Import and withdraw the outcomes of bookings");
  outcome
    .command("import")
    .description(
      "Import outcomes from NDJSON. Each line is an object: " +
        '{"decisionId": …, "outcome": …, "occurredAt"?: …, "note"?: …, "requestId"?: …}. ' +
        "Invalid lines are written to a file next to it, and the command exits with status 1. " +
        "A line that was imported before changes nothing",
    )
    .argument("<file>")
    .requiredOption("--project <id>", "the project of the decisions")
    .addHelpText(...examples("outcome import chargebacks.ndjson --project prj_Zk3x9Qw1Ab"))
    .action((file: string, flags: Flags) => importOutcomes(file, flags));
  outcome
    .command("withdraw")
    .description(
      "Withdraw the reported outcome of a decision: from then on it counts as not reported. " +
        "All reports stay in its history",
    )
    .argument("<decision-id>")
    .requiredOption("--project <id>", "the project of the decision")
    .addHelpText(
      ...examples("outcome withdraw dec_019a1b2c3d4e7f008a9b0c1d2e3f4a5b --project prj_Zk3x9Qw1Ab"),
    )
    .action((decisionId: string, flags: Flags) => withdraw(decisionId, flags));
}

async function withdraw(decisionId: string, flags: Flags): Promise<void> {
  const before = await withDeps(flags, async (deps) => {
    const { id } = await getProject(deps.store, flags.project);
    return withdrawOutcome(deps, operatingSystemUser(), { projectId: id, decisionId });
  });
  answer(flags.json, { decisionId, before }, () => [
    before === null ? "No outcome was reported." : `Withdrawn: ${before}.`,
  ]);
}

interface Tally extends RejectedTally {
  imported: number;
}

async function importOutcomes(file: string, flags: Flags): Promise<void> {
  const tally = await withDeps(flags, async (deps) => {
    const { id } = await getProject(deps.store, flags.project);
    return importFile(file, id, deps);
  });
  answer(flags.json, tally, () => [
    `${counted(tally.imported, "outcome")} imported, ${counted(tally.rejected, "line")} rejected.`,
    ...rejectedLines(tally),
  ]);
  assertNoneRejected(tally);
}

async function importFile(file: string, projectId: string, deps: OutcomeDeps): Promise<Tally> {
  const rejected = await RejectedLines.beside(file);
  let imported = 0;
  let batch: Line[] = [];
  const decisions = new Set<unknown>();
  const flush = async () => {
    const lines = batch;
    batch = [];
    decisions.clear();
    const errors = await Promise.all(lines.map((line) => importLine(line, projectId, deps)));
    for (const [i, error] of errors.entries()) {
      if (error === null) imported += 1;
      else await rejected.add(lines[i]!, error);
    }
  };
  for await (const line of linesOf(file)) {
    // Reports of one decision take effect in the order of the file: two of them are never concurrent.
    const { decisionId } = jsonObject(line.text ?? "") ?? {};
    if (decisions.has(decisionId)) await flush();
    if (decisionId !== undefined) decisions.add(decisionId);
    if (batch.push(line) === batchLines) await flush();
  }
  await flush();
  return { imported, ...rejected.tally };
}

/** @returns why the line was not imported, or null. */
async function importLine(
  line: Line,
  projectId: string,
  deps: OutcomeDeps,
): Promise<string | null> {
  if (line.text === null || line.fault !== null) return line.fault ?? "is empty";
  const body = jsonObject(line.text);
  if (!body) return "is not a JSON object";
  const { decisionId } = body;
  if (typeof decisionId !== "string") return "/decisionId is required";
  // By what the line says, not where it is: line 3 of the next file is another report, and a file whose rejected
  // lines were corrected repeats the others.
  const digest = hash("sha256", line.text).slice(0, 16);
  const report = { requestId: `import-${digest}`, ...body };
  try {
    await reportOutcome(deps, { projectId, decisionId, report });
    return null;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!error.is("invalid_input")) return domainMessage(error);
    return error.details.fields.map(({ field, message }) => `/${field} ${message}`).join("; ");
  }
}
