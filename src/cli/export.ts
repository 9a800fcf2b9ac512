/** `booking-risk export` */

import { renameSync, rmSync } from "node:fs";
import { extname } from "node:path";
import type { Command } from "commander";
import { UsageError } from "../config.ts";
import type { RowWriter } from "../export/columns.ts";
import { parquetWriter } from "../export/parquet.ts";
import { csvWriter, ndjsonWriter } from "../export/text.ts";
import { getProject } from "../projects/projects.ts";
import { trainingRows } from "../risk/training-rows.ts";
import { answer, CommandFailed } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project: string; out: string; keepOther: string };

const writers: Readonly<Record<string, (file: string) => RowWriter>> = {
  ".parquet": (file) => parquetWriter(file),
  ".csv": csvWriter,
  ".ndjson": ndjsonWriter,
};

export function exportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "Export a project's decisions as training data: features exactly as served, and outcomes",
    )
    .requiredOption("--project <id>", "the project (required)")
    .requiredOption("--out <file>", "a file ending in .parquet, .csv or .ndjson (required)")
    .option(
      "--keep-other <part>",
      "the part kept, above 0 to 1, of what was not reported as fraud; the column weight makes up for it",
      "1",
    )
    .action((flags: Flags) => exportRows(flags));
}

async function exportRows(flags: Flags): Promise<void> {
  const open = writers[extname(flags.out)];
  if (!open) throw new UsageError("--out must end in .parquet, .csv or .ndjson");
  const otherKept = Number(flags.keepOther);
  if (!(otherKept > 0 && otherKept <= 1)) {
    throw new UsageError("--keep-other must be a number above 0 and at most 1");
  }
  const rows = await withStore(flags, async (store) => {
    const { id } = await getProject(store, flags.project);
    return writeWhole(flags.out, open, trainingRows(id, store, otherKept));
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
