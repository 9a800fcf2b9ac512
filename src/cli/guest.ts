/** `booking-risk guest erase | export | receipts | tombstones | compact` */
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Command } from "commander";
import { dataConfig } from "../app/config/data.ts";
import { UsageError } from "../app/config/setting.ts";
import { rewriteTables } from "../app/open.ts";
import { DomainError } from "../base/domain-error.ts";
import { readReason } from "../decisions/lists/entry-input.ts";
import {
  applyErasures,
  eraseGuest,
  finishErasures,
  getReceipt,
  listReceipts,
  type Receipt,
} from "../decisions/privacy/erase.ts";
import { exportGuest, type GuestExportDeps } from "../decisions/privacy/export.ts";
import { type Guest, readGuest } from "../decisions/privacy/guest.ts";
import { countStored } from "../decisions/privacy/guest-records.ts";
import { receiptLines } from "../decisions/privacy/receipt.ts";
import {
  exportTombstones,
  importTombstones,
  readTombstone,
  type Tombstone,
} from "../decisions/privacy/tombstones.ts";
import { erasedKinds } from "../storage/port/erasures.ts";
import { operatingSystemUser } from "./actor.ts";
import { answer, CommandFailed, counted, examples, table } from "./output.ts";
import { readPersonalValue, readText } from "./personal-value.ts";
import { type CommonFlags, withDeps, withStore } from "./with-store.ts";

type GuestFlags = CommonFlags & { project: string; by: string; valueFile?: string };
type EraseFlags = GuestFlags & { yes?: boolean; keepEntries?: string };

export function guestCommands(program: Command): void {
  const guest = program
    .command("guest")
    .description("Erase or export all that is stored about a guest");
  const about = (command: Command) =>
    command
      .requiredOption("--project <id>", "the project")
      .requiredOption("--by <kind>", `how the guest is found: ${erasedKinds.join(" | ")}`)
      .option(
        "--value-file <file>",
        "read the e-mail address, phone, reference or device ID from a file; otherwise the command " +
          "asks for it, or reads standard input, since an argument would be in the shell's history",
      );
  about(guest.command("erase"))
    .description("Erase a guest in all files of the data folder, and print a receipt")
    .option("--yes", "erase without confirmation; required if standard input is not a terminal")
    .option(
      "--keep-entries <reason>",
      "keep the guest's entries of the lists deny and watch as keyed hashes, for this reason; " +
        "otherwise they are deleted, and the guest's next booking is scored like any other",
    )
    .addHelpText(...examples("guest erase --project prj_Zk3x9Qw1Ab --by email --yes < address.txt"))
    .action((flags: EraseFlags) => erase(flags));
  about(guest.command("export"))
    .description("Write all that is stored about a guest into a new file, as JSON")
    .requiredOption("--out <file>", "the file, which must not exist")
    .addHelpText(
      ...examples(
        "guest export --project prj_Zk3x9Qw1Ab --by email --out guest.json < address.txt",
      ),
    )
    .action((flags: GuestFlags & { out: string }) => exportOne(flags));
  guest
    .command("receipts")
    .description("List the erasures, or print the receipt of one")
    .argument("[erasure-id]")
    .option("--project <id>", "of one project")
    .addHelpText(...examples("guest receipts --project prj_Zk3x9Qw1Ab"))
    .action((id: string | undefined, flags: CommonFlags & { project?: string }) =>
      receipts(id, flags),
    );
  const tombstones = guest
    .command("tombstones")
    .description("Repeat erasures in a data folder that was restored from an older backup");
  tombstones
    .command("export")
    .description("Write what identifies the erased guests, as keyed hashes, into a file")
    .argument("<file>", "NDJSON")
    .addHelpText(...examples("guest tombstones export tombstones.ndjson"))
    .action((file: string, flags: CommonFlags) => exportAll(file, flags));
  tombstones
    .command("import")
    .description("Erase the guests of such a file in this data folder, too. Run it before `serve`")
    .argument("<file>", "NDJSON")
    .addHelpText(...examples("guest tombstones import tombstones.ndjson"))
    .action((file: string, flags: CommonFlags) => importAll(file, flags));
  tombstones
    .command("apply")
    .description("Repeat the erasures that are recorded in this data folder")
    .addHelpText(...examples("guest tombstones apply"))
    .action((flags: CommonFlags) => applyAll(flags));
  guest
    .command("compact")
    .description(
      "Rewrite files that an older version wrote, or the tables in PostgreSQL, so that no deleted data remain in " +
        "their free space. Nothing can be stored meanwhile: about a minute for 5 GB",
    )
    .addHelpText(...examples("guest compact"))
    .action((flags: CommonFlags) => compact(flags));
}

async function erase(flags: EraseFlags): Promise<void> {
  if (!flags.yes && !process.stdin.isTTY) throw new UsageError("confirm with --yes");
  const { keepEntries = null } = flags;
  const keptBecause = keepEntries === null ? null : readReason(keepEntries, "--keep-entries");
  const guest = readGuest(flags.project, { kind: flags.by, value: readGuestValue(flags) });
  const receipt = await withDeps(flags, async (deps) => {
    if (!flags.yes) await confirmErasure(deps, guest, keptBecause !== null);
    await finishErasures(deps);
    return eraseGuest(deps, operatingSystemUser(), guest, keptBecause);
  });
  answer(flags.json, receipt, () => receiptLines(receipt));
}

/** @throws CommandFailed unless it is typed. */
async function confirmErasure(
  deps: GuestExportDeps,
  guest: Guest,
  keepsEntries: boolean,
): Promise<void> {
  const { decisions, more, visits, listEntries } = await countStored(deps, guest);
  const counts = [
    counted(decisions, "decision"),
    counted(visits, "visit"),
    counted(listEntries.length, "list entry", "list entries"),
  ].join(", ");
  const kept = keepsEntries ? listEntries.filter((one) => one.canBeKept).length : 0;
  const keyed = kept > 0 ? ` Of the list entries, ${kept} are kept as keyed hashes.` : "";
  const question = `It deletes ${more ? "more than " : ""}${counts}, and cannot be undone.${keyed}`;
  if (prompt(`${question} Type "erase" to continue:`) !== "erase") {
    throw new CommandFailed("nothing was erased");
  }
}

const readGuestValue = ({ by, valueFile }: GuestFlags) =>
  readPersonalValue(`The guest's ${by}`, valueFile ?? null);

async function exportOne(flags: GuestFlags & { out: string }): Promise<void> {
  const guest = readGuest(flags.project, { kind: flags.by, value: readGuestValue(flags) });
  const counts = await withDeps(flags, async (deps) => {
    const exported = await exportGuest(deps, operatingSystemUser(), guest);
    await writeNew(flags.out, exported.file);
    return exported.counts;
  });
  answer(flags.json, { file: flags.out, ...counts }, () => [
    `${counted(counts.decisions, "decision")} and ${counted(counts.collections, "visit")} are in ` +
      `${flags.out}.`,
    ...(counts.more
      ? ["More is stored than this: an export has a limit of decisions and of telemetry."]
      : []),
  ]);
}

/** For the operator only, and never over another file. None is left where the texts end with an error. */
async function writeNew(
  file: string,
  texts: AsyncIterable<string> | Iterable<string>,
): Promise<void> {
  const failed = (error: unknown) => {
    const { code } = error as { code?: string };
    if (!code || error instanceof DomainError) return error;
    return new CommandFailed(`${file} cannot be written (${code})`);
  };
  let opened: FileHandle;
  try {
    opened = await open(file, "wx", 0o600);
  } catch (error) {
    throw failed(error);
  }
  try {
    for await (const text of texts) await opened.appendFile(text);
    await opened.close();
  } catch (error) {
    await opened.close().catch(() => {});
    await rm(file, { force: true });
    throw failed(error);
  }
}

async function receipts(
  id: string | undefined,
  flags: CommonFlags & { project?: string },
): Promise<void> {
  const projectId = flags.project ?? null;
  if (id !== undefined) {
    const receipt = await withStore(flags, (store) =>
      getReceipt({ store }, { projectId, erasureId: id }),
    );
    answer(flags.json, receipt, () => receiptLines(receipt));
    return;
  }
  const all = await withStore(flags, (store) => listReceipts({ store }, projectId));
  answer(flags.json, all, () =>
    all.length === 0
      ? ["No erasures yet."]
      : table(
          ["ERASURE", "PROJECT", "BY", "REQUESTED", "DONE", "DECISIONS"],
          all.map((one) => [
            one.erasureId,
            one.projectId,
            one.kind,
            one.requestedAt,
            one.finishedAt ?? "not yet",
            String(one.erased?.decisions ?? ""),
          ]),
        ),
  );
}

async function exportAll(file: string, flags: CommonFlags): Promise<void> {
  const all = await withStore(flags, (store) => exportTombstones({ store }));
  await writeNew(
    file,
    all.map((one) => `${JSON.stringify(one)}\n`),
  );
  answer(flags.json, { file, erasures: all.length }, () => [
    `Wrote ${counted(all.length, "erasure")} to ${file}.`,
  ]);
}

async function importAll(file: string, flags: CommonFlags): Promise<void> {
  const all = readTombstones(file);
  answerApplied(
    flags,
    await withDeps(flags, (deps) => importTombstones(deps, operatingSystemUser(), all)),
  );
}

/** @throws CommandFailed where a line is none. */
export function readTombstones(file: string): Tombstone[] {
  const lines = readText(file).split("\n").filter(Boolean);
  return lines.map((line, i) => {
    const read = readTombstone(line);
    if (!read) throw new CommandFailed(`${file}, line ${i + 1}, is not a tombstone`);
    return read;
  });
}

async function applyAll(flags: CommonFlags): Promise<void> {
  answerApplied(flags, await withDeps(flags, applyErasures));
}

function answerApplied(flags: CommonFlags, done: readonly Receipt[]): void {
  const decisions = done.reduce((sum, { erased }) => sum + (erased?.decisions ?? 0), 0);
  answer(flags.json, { erasures: done.length, decisions }, () => [
    `Repeated ${counted(done.length, "erasure")}: ${counted(decisions, "decision")} deleted.`,
  ]);
}

async function compact(flags: CommonFlags): Promise<void> {
  const { databaseUrl } = dataConfig(flags, process.env);
  if (databaseUrl) return compactDatabase(flags, databaseUrl);
  const files = await withStore(flags, (store) => store.guests.clear(Number.MAX_SAFE_INTEGER));
  if (!files.withoutRemains || !files.logs) {
    throw new CommandFailed("another process is using the files; stop the service and try again");
  }
  answer(flags.json, files, () => ["No deleted data remain in the files."]);
}

async function compactDatabase({ json }: CommonFlags, databaseUrl: string): Promise<void> {
  const tables = await rewriteTables(databaseUrl);
  if (tables.inUse.length > 0) {
    throw new CommandFailed(`these tables were in use; try again: ${tables.inUse.join(", ")}`);
  }
  answer(json, tables, () => [
    `Rewrote ${counted(tables.rewritten.length, "table")}: no deleted data remain in the files of the tables. They may ` +
      "remain in the write-ahead log until that is recycled, in its archive, and in backups.",
  ]);
}
