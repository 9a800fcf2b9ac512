/** `booking-risk list add | show | archive | import` */
import type { Command } from "commander";
import { UsageError } from "../app/config/setting.ts";
import {
  csvLines,
  importedEntry,
  importedFields,
  type LineReader,
  ndjsonLine,
} from "../decisions/lists/import-line.ts";
import { listLimits, shownValue } from "../decisions/lists/limits.ts";
import {
  addImported,
  addListEntry,
  archiveListEntry,
  type ListDeps,
  type ListEntry,
  listEntries,
} from "../decisions/lists/lists.ts";
import { getProject } from "../projects/projects.ts";
import { type ListKind, listKinds, listTypes, type NewListEntry } from "../storage/port/lists.ts";
import { operatingSystemUser } from "./actor.ts";
import {
  assertNoneRejected,
  linesOf,
  RejectedLines,
  type RejectedTally,
  rejectedLines,
} from "./ndjson.ts";
import { answer, CommandFailed, counted, examples, table } from "./output.ts";
import { readPersonalValue } from "./personal-value.ts";
import { type CommonFlags, withDeps } from "./with-store.ts";

type Flags = CommonFlags & { project: string };
type AddFlags = Flags & {
  type: string;
  reason: string;
  expires?: string;
  decision?: string;
  review?: boolean;
  valueFile?: string;
};
type ShowFlags = Flags & { archived?: boolean; find?: boolean; valueFile?: string };
type ImportFlags = Flags & { allOrNothing?: boolean };

const valueFile = [
  "--value-file <file>",
  "read the value from a file; otherwise the command asks for it, or reads standard input, since an " +
    "argument would be in the shell's history",
] as const;

export function listCommands(program: Command): void {
  const list = program
    .command("list")
    .description("Deny, allow or mark an e-mail address, phone, device, address or network");
  const ofKind = (command: Command) =>
    command
      .argument("<list>", listKinds.join(" | "))
      .requiredOption("--project <id>", "the project");
  ofKind(list.command("add"))
    .description("Add a value to a list. It applies to every request that arrives afterwards")
    .requiredOption("--type <type>", listTypes.join(" | "))
    .requiredOption("--reason <text>", "why, for whoever reads the entry later")
    .option("--expires <time>", "until when it applies; required on the allow list")
    .option("--decision <id>", "the decision because of which it is added")
    .option("--review", "send bookings that it marks to review; on the watch list only")
    .option(...valueFile)
    .addHelpText(
      ...examples(
        'list add deny --project prj_Zk3x9Qw1Ab --type email --reason "two chargebacks" < address.txt',
      ),
    )
    .action((kind: string, flags: AddFlags) => add(kind, flags));
  ofKind(list.command("show"))
    .description(`Print a list, newest entry first, at most ${listLimits.page}`)
    .option("--archived", "the archived entries instead")
    .option("--find", "only entries with one value, which is asked for or read")
    .option(...valueFile)
    .addHelpText(...examples("list show deny --project prj_Zk3x9Qw1Ab"))
    .action((kind: string, flags: ShowFlags) => show(kind, flags));
  list
    .command("archive")
    .description("Archive an entry: it applies to no request that arrives afterwards")
    .argument("<entry-id>")
    .requiredOption("--project <id>", "the project")
    .addHelpText(...examples("list archive lst_4fGh2KqLm8Np0RsT --project prj_Zk3x9Qw1Ab"))
    .action((entryId: string, flags: Flags) => archive(entryId, flags));
  ofKind(list.command("import"))
    .argument("<file>", "NDJSON, or CSV where its name ends in .csv")
    .description(
      `Add the entries of a file to a list. Each line has ${importedFields.join(", ")}. Invalid lines are ` +
        "written to a file next to it, and the command exits with status 1. What is in the list already is " +
        "not added again",
    )
    .option("--all-or-nothing", "add nothing if any line is invalid")
    .addHelpText(...examples("list import deny blocked.ndjson --project prj_Zk3x9Qw1Ab"))
    .action((kind: string, file: string, flags: ImportFlags) => importFile(kind, file, flags));
}

function kindOf(text: string): ListKind {
  const kind = listKinds.find((one) => one === text);
  if (!kind) throw new UsageError(`the list must be one of ${listKinds.join(", ")}`);
  return kind;
}

async function add(list: string, flags: AddFlags): Promise<void> {
  const { project: projectId, type, reason, expires, decision, review } = flags;
  const kind = kindOf(list);
  const value = readPersonalValue("The value", flags.valueFile ?? null);
  const about = { type, value, reason, expiresAt: expires, decisionId: decision, review };
  const input = { projectId, kind, ...about };
  const entry = await withDeps(flags, (deps) => addListEntry(deps, operatingSystemUser(), input));
  answer(flags.json, entry, () => [
    `Entry ${entry.entryId} is in the list ${kind}. It applies to requests that arrive from now on` +
      `${entry.expiresAt ? `, until ${entry.expiresAt}` : ""}.`,
  ]);
}

async function show(list: string, flags: ShowFlags): Promise<void> {
  const { project: projectId, archived } = flags;
  const kind = kindOf(list);
  const find = flags.find ? readPersonalValue("The value", flags.valueFile ?? null) : undefined;
  const page = await withDeps(flags, (deps) =>
    listEntries(deps, { projectId, kind, find, archived }),
  );
  answer(flags.json, page, () => [
    ...(page.entries.length === 0 ? ["There is no such entry."] : entryLines(page.entries)),
    ...(page.next === null ? [] : ["There are more. The dashboard shows all."]),
  ]);
}

function entryLines(entries: readonly ListEntry[]): string[] {
  const rows = entries.map((one) => [
    one.entryId,
    one.type,
    shownValue(one),
    one.createdAt,
    one.expiresAt ?? "never",
    one.archivedAt ?? "",
    one.createdBy,
    one.reason,
  ]);
  const header = ["ENTRY", "TYPE", "VALUE", "ADDED", "EXPIRES", "ARCHIVED", "BY", "REASON"];
  return table(header, rows);
}

async function archive(entryId: string, flags: Flags): Promise<void> {
  const { project: projectId } = flags;
  const entry = await withDeps(flags, (deps) =>
    archiveListEntry(deps, operatingSystemUser(), { projectId, entryId }),
  );
  answer(flags.json, entry, () => [
    `Entry ${entryId} is archived. It applies to no request that arrives from now on.`,
  ]);
}

interface Tally extends RejectedTally {
  added: number;
  /** Lines whose value was in the list already. */
  known: number;
}

async function importFile(list: string, file: string, flags: ImportFlags): Promise<void> {
  const kind = kindOf(list);
  const tally = await withDeps(flags, async (deps) => {
    const { id: projectId } = await getProject(deps.store, flags.project);
    const into = { projectId, kind };
    if (flags.allOrNothing) {
      const read = await importLines(file, into, { ...deps, add: async () => 0 });
      if (read.rejected > 0) return { ...read, added: 0, known: 0 };
    }
    return importLines(file, into, {
      ...deps,
      add: (entries) => addImported(deps, operatingSystemUser(), entries),
    });
  });
  answer(flags.json, tally, () => [
    `${counted(tally.added, "entry", "entries")} added, ${tally.known} in the list already, ` +
      `${counted(tally.rejected, "line")} rejected.`,
    ...rejectedLines(tally),
  ]);
  assertNoneRejected(tally);
}

/** @param deps.add adds entries, and returns how many. */
async function importLines(
  file: string,
  { projectId, kind }: { projectId: string; kind: ListKind },
  deps: Pick<ListDeps, "now"> & { add(entries: readonly NewListEntry[]): Promise<number> },
): Promise<Tally> {
  const rejected = await RejectedLines.beside(file);
  const actor = operatingSystemUser();
  const tally = { added: 0, known: 0 };
  let read: LineReader | null = file.endsWith(".csv") ? null : ndjsonLine;
  let batch: NewListEntry[] = [];
  const flush = async () => {
    const added = await deps.add(batch);
    tally.added += added;
    tally.known += batch.length - added;
    batch = [];
  };
  for await (const line of linesOf(file)) {
    const { text, fault } = line;
    if (text === null || fault !== null) {
      await rejected.add(line, fault ?? "is empty");
      continue;
    }
    if (read === null) {
      const lines = csvLines(text);
      if (typeof lines === "string") throw new CommandFailed(`${file}: the first line ${lines}`);
      read = lines;
      continue;
    }
    const fields = read(text);
    const entry =
      typeof fields === "string" ? fields : importedEntry(deps, actor, { projectId, kind, fields });
    if (typeof entry === "string") await rejected.add(line, entry);
    else if (batch.push(entry) === listLimits.together) await flush();
  }
  await flush();
  return { ...tally, ...rejected.tally };
}
