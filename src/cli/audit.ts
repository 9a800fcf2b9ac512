/** `booking-risk audit`: who did what, and when. */
import { once } from "node:events";
import { type Command, Option } from "commander";
import { UsageError } from "../app/config/setting.ts";
import {
  type AuditFormat,
  auditFile,
  auditFormats,
  auditPage,
} from "../projects/accounts/audit-log.ts";
import { getProject } from "../projects/projects.ts";
import { answer, examples, table } from "./output.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project?: string; limit: string; format?: AuditFormat };

const limitMax = 100_000;

export function auditCommand(program: Command): void {
  program
    .command("audit")
    .description("Show the audit log, newest first: who did what, and when")
    .option("--project <id>", "only entries of one project")
    .option("--limit <count>", `how many entries to show, 1 to ${limitMax}`, "50")
    .addOption(
      new Option("--format <format>", "print the whole log as a file instead").choices(
        auditFormats,
      ),
    )
    .addHelpText(...examples("audit --limit 10", "audit --format ndjson > audit.ndjson"))
    .action((flags: Flags) => showAudit(flags));
}

async function showAudit(flags: Flags): Promise<void> {
  const { format } = flags;
  const limit = Number(flags.limit);
  if (!(Number.isInteger(limit) && limit > 0 && limit <= limitMax)) {
    throw new UsageError(`--limit must be a whole number from 1 to ${limitMax}`);
  }
  if (format && flags.json) throw new UsageError("--format and --json exclude each other");
  await withStore(flags, async (store) => {
    const projectId = flags.project ? (await getProject(store, flags.project)).id : null;
    if (format) {
      for await (const piece of auditFile(store, projectId, format)) {
        if (!process.stdout.write(piece)) await once(process.stdout, "drain");
      }
      return;
    }
    const entries = await auditPage(store, projectId, { limit, before: null });
    answer(flags.json, entries, () =>
      table(
        ["WHEN", "WHO", "ACTION", "SUBJECT", "PROJECT", "DETAILS"],
        entries.map(({ at, actor, action, subject, projectId: project, detail }) => {
          const details = Object.keys(detail).length > 0 ? JSON.stringify(detail) : "";
          return [at, actor, action, subject, project ?? "all", details];
        }),
      ),
    );
  });
}
