/** `booking-risk export` */
import { renameSync, rmSync } from "node:fs";
import { extname } from "node:path";
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import { trainingRows } from "../risk/training-rows.ts";
import type { RowWriter } from "./export/columns.ts";
import { parquetWriter } from "./export/parquet.ts";
import { csvWriter, ndjsonWriter } from "./export/text.ts";
import { answer, CommandFailed } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project: string; out: string };

const writers: Readonly<Record<string, (file: string) => RowWriter>> = {
  ".parquet": parquetWriter,
  ".csv": csvWriter,
  ".ndjson": ndjsonWriter,
};

export function exportCommand(program: Command): void {
  program
    .command("export")
    .description("Write a project's decisions for training: features exactly as served, outcomes")
    .requiredOption("--project <id>")
    .requiredOption("--out <file>", "ending in .parquet, .csv or .ndjson")
    .action((flags: Flags) => exportRows(flags));
}

async function exportRows(flags: Flags): Promise<void> {
  const open = writers[extname(flags.out)];
  if (!open) throw new UsageError("--out must end in .parquet, .csv or .ndjson");
  const rows = await withStore(flags, async (store) => {
    if (!(await store.projects.find(flags.project))) {
      throw new CommandFailed(
        `there is no project ${flags.project}; see: booking-risk project list`,
      );
    }
    return writeWhole(flags.out, open, trainingRows(flags.project, store));
  });
  const { out, project } = flags;
  answer(flags.json, { project, file: out, rows }, () => [`${rows} decisions are in ${out}.`]);
}

/** The file has its name only once it is whole. */
async function writeWhole(
  file: string,
  open: (file: string) => RowWriter,
  pages: ReturnType<typeof trainingRows>,
): Promise<number> {
  const partial = `${file}.partial`;
  let rows = 0;
  try {
    const writer = open(partial);
    for await (const page of pages) {
      await writer.write(page);
      rows += page.length;
    }
    await writer.end();
    renameSync(partial, file);
    return rows;
  } catch (error) {
    rmSync(partial, { force: true });
    const { code } = error as { code?: string };
    if (!code) throw error;
    throw new CommandFailed(`${file} cannot be written (${code})`);
  }
}
