/** `booking-risk export` */

import { renameSync, rmSync } from "node:fs";
import { extname } from "node:path";
import type { Command } from "commander";
import { UsageError } from "../app/config/setting.ts";
import { DomainError } from "../base/domain-error.ts";
import { attributeColumns, type Column, type RowWriter } from "../decisions/export/columns.ts";
import { parquetWriter } from "../decisions/export/parquet.ts";
import { csvWriter, ndjsonWriter } from "../decisions/export/text.ts";
import { erasureGuard, withoutErasures } from "../decisions/privacy/unchanged.ts";
import { topReasonText } from "../model/reasons/summary.ts";
import { projectList } from "../projects/choices.ts";
import { getProject } from "../projects/projects.ts";
import { trainingRows } from "../risk/training-rows.ts";
import { type ExplainedRow, explainedRows } from "./export-reasons.ts";
import { answer, CommandFailed, counted, examples } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & {
  project: string;
  out: string;
  keepOther: string;
  reasons?: string;
  personalAttributes?: true;
};

type Extra = readonly Column<ExplainedRow>[];
type OpenWriter = (file: string, extra: Extra) => RowWriter<ExplainedRow>;

const writers: Readonly<Record<string, OpenWriter>> = {
  ".parquet": (file, extra) => parquetWriter(file, extra),
  ".csv": csvWriter,
  ".ndjson": ndjsonWriter,
};

const reasonColumns: Extra = [
  { name: "summary", type: "text", cell: ({ reasons }) => reasons?.summary.sentence ?? null },
  ...[0, 1, 2].map((place): Extra[number] => ({
    name: `reason_${place + 1}`,
    type: "text",
    cell: ({ reasons }) => {
      const one = reasons?.summary.top[place];
      return one ? topReasonText(one) : null;
    },
  })),
];

export function exportCommand(program: Command): void {
  program
    .command("export")
    .description(
      "Export a project's decisions as training data: features exactly as served, and outcomes",
    )
    .requiredOption("--project <id>", "the project")
    .requiredOption("--out <file>", "a file ending in .parquet, .csv or .ndjson")
    .option(
      "--keep-other <part>",
      "the fraction to keep, above 0 to 1, of decisions not reported as fraud; the column weight compensates for it",
      "1",
    )
    .option(
      "--reasons <which>",
      "add the summary and the three strongest reasons: those that are stored, or all, which computes some 40 a second; not for training",
    )
    .option(
      "--personal-attributes",
      "add the columns of attributes that are declared as personal: an erasure does not reach the file",
    )
    .addHelpText(...examples("export --project prj_Zk3x9Qw1Ab --out decisions.parquet"))
    .action((flags: Flags) => exportRows(flags));
}

async function exportRows(flags: Flags): Promise<void> {
  const open = writers[extname(flags.out)];
  if (!open) throw new UsageError("--out must end in .parquet, .csv or .ndjson");
  const otherKept = Number(flags.keepOther);
  if (!(otherKept > 0 && otherKept <= 1)) {
    throw new UsageError("--keep-other must be a number above 0 and at most 1");
  }
  const { reasons } = flags;
  if (reasons !== undefined && reasons !== "stored" && reasons !== "all") {
    throw new UsageError("--reasons must be stored or all");
  }
  const rows = await withStore(flags, async (store) => {
    const { id } = await getProject(store, flags.project);
    const plain = trainingRows(id, store, otherKept);
    const attributes = (await projectList({ store }, id, "attributes")).filter(
      ({ personal }) => !personal || flags.personalAttributes,
    );
    const extra = [...attributeColumns(attributes), ...(reasons ? reasonColumns : [])];
    const rows = reasons
      ? explainedRows(plain, { projectId: id, store, which: reasons, flags })
      : plain;
    const assertNoneErased = await erasureGuard(store);
    const pages = withoutErasures(store, rows);
    return writeWhole(flags.out, (file) => open(file, extra), { pages, assertNoneErased });
  });
  const { out, project } = flags;
  answer(flags.json, { project, file: out, rows }, () => [
    `${counted(rows, "decision is", "decisions are")} in ${out}.`,
  ]);
}

interface Source {
  pages: AsyncIterable<ExplainedRow[]>;
  /** Called once more when the file is written. */
  assertNoneErased: () => Promise<void>;
}

/** The file has its name only once it is whole. */
async function writeWhole(
  file: string,
  open: (file: string) => RowWriter<ExplainedRow>,
  { pages, assertNoneErased }: Source,
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
    await assertNoneErased();
    renameSync(partial, file);
    return rows;
  } catch (error) {
    rmSync(partial, { force: true });
    const { code } = error as { code?: string };
    if (!code || error instanceof DomainError) throw error;
    throw new CommandFailed(`${file} cannot be written (${code})`);
  }
}
