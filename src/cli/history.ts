/** `booking-risk history import` */

import type { Command } from "commander";
import { ipDatabasePaths } from "../app/config/config.ts";
import { dataConfig } from "../app/config/data.ts";
import { withActiveModel } from "../app/open.ts";
import { openDatabases } from "../attempt/geoip/databases.ts";
import { projectList } from "../projects/choices.ts";
import { getProject } from "../projects/projects.ts";
import { putFeatureSet } from "../risk/feature-sets.ts";
import { historyImporter } from "../risk/import-history.ts";
import { type PastAttempt, readPastAttempt } from "../risk/past-attempt.ts";
import type { ProjectAttribute } from "../storage/port/attributes.ts";
import type { ProjectRecord } from "../storage/port/projects.ts";
import type { Store } from "../storage/port/store.ts";
import {
  assertNoneRejected,
  type Line,
  linesOf,
  RejectedLines,
  type RejectedTally,
  rejectedLines,
  sizeOf,
} from "./ndjson.ts";
import { answer, counted, examples } from "./output.ts";
import { progressBar } from "./progress-bar.ts";
import { UnknownMembers, type UnknownTally, unknownLines } from "./unknown-members.ts";
import { type CommonFlags, withStore } from "./with-store.ts";

type Flags = CommonFlags & { project: string; ipDatabase?: string[]; strict?: true };

/** Attempts in progress at once: they share runs of the model and transactions. */
const together = 256;
/** Attempts of one millisecond, which are imported together; a log by day has thousands. */
const togetherMax = 50_000;

export function historyCommands(program: Command): void {
  const history = program.command("history").description("Import past booking attempts");
  history
    .command("import")
    .description(
      "Import past attempts, oldest first: NDJSON, a line each, " +
        '{"decidedAt": …, "request": …, "collection"?: …, "outcome"?: …, "outcomeAt"?: …}. ' +
        "Each is scored as of its own time. Invalid lines are written to a file next to it, and the " +
        "command exits with status 1. Unknown members are reported and ignored. Importing a file " +
        "again, also after an interruption, adds only what is missing; a line whose time or request was " +
        "changed is another attempt",
    )
    .argument("<file>")
    .requiredOption("--project <id>", "the project of the attempts")
    .option("--ip-database <file...>", "the same MaxMind-format files as for serve")
    .option("--strict", "reject lines with unknown members")
    .addHelpText(
      ...examples(
        "history import past.ndjson --project prj_Zk3x9Qw1Ab",
        "history import past.ndjson --project prj_Zk3x9Qw1Ab --strict",
      ),
    )
    .action((file: string, flags: Flags) => importHistory(file, flags));
}

interface Tally extends RejectedTally, UnknownTally {
  imported: number;
  /** Were there already. */
  known: number;
  seconds: number;
}

async function importHistory(file: string, flags: Flags): Promise<void> {
  const tally = await withStore(
    flags,
    async (store) => importFile(file, await getProject(store, flags.project), store, flags),
    { indexing: true },
  );
  answer(flags.json, tally, () => [
    `Imported ${counted(tally.imported, "attempt")} in ${tally.seconds} s; ` +
      `${tally.known} already present, ${counted(tally.rejected, "line")} rejected.`,
    ...unknownLines(tally),
    ...rejectedLines(tally),
  ]);
  assertNoneRejected(tally);
}

async function importFile(
  file: string,
  project: ProjectRecord,
  store: Store,
  flags: Flags,
): Promise<Tally> {
  const started = performance.now();
  const bytes = await sizeOf(file);
  const databases = await openDatabases(ipDatabasePaths(flags, process.env));
  const progress = progressBar("attempts", flags.json);
  progress.start(bytes, 0, { attempts: 0 }); // By bytes: the lines are not counted beforehand.
  try {
    await putFeatureSet(store);
    const config = dataConfig(flags, process.env);
    return await withActiveModel(config, store, project.id, async (model) => {
      const kiosks = await projectList({ store }, project.id, "kiosks");
      const deps = { store, network: databases.lookup, kiosks };
      const importGroup = historyImporter(project, model, deps);
      const attributes = await projectList({ store }, project.id, "attributes");
      const rejected = await RejectedLines.beside(file);
      const unknown = new UnknownMembers(flags.strict ?? false);
      const tally = { imported: 0, known: 0 };
      for await (const { attempts, end } of groupsOf(file, { rejected, unknown, attributes })) {
        const { added, known } = await importGroup(attempts);
        tally.imported += added;
        tally.known += known;
        progress.update(end, { attempts: tally.imported + tally.known });
      }
      const seconds = Math.round((performance.now() - started) / 100) / 10;
      return { ...tally, seconds, ...rejected.tally, ...unknown.tally };
    });
  } finally {
    progress.stop();
    databases.close();
  }
}

interface Group {
  attempts: PastAttempt[];
  /** Bytes of the file that it reaches to. */
  end: number;
}

interface LineReading {
  unknown: UnknownMembers;
  /** Of the project, as declared now. */
  attributes: readonly ProjectAttribute[];
}

/** The file's attempts in groups, those of one millisecond together; bad lines are set aside. */
async function* groupsOf(
  file: string,
  { rejected, unknown, attributes }: LineReading & { rejected: RejectedLines },
): AsyncGenerator<Group> {
  let attempts: PastAttempt[] = [];
  let end = 0;
  let last = 0;
  for await (const line of linesOf(file)) {
    const read = readLine(line, last, attempts.length, { unknown, attributes });
    if (typeof read === "string") {
      await rejected.add(line, read);
      continue;
    }
    if (attempts.length >= together && read.order.at > last) {
      yield { attempts, end };
      attempts = [];
    }
    attempts.push(read);
    last = read.order.at;
    end = line.end;
  }
  if (attempts.length > 0) yield { attempts, end };
}

/** @returns the attempt, or why the line is rejected. */
function readLine(
  line: Line,
  last: number,
  waiting: number,
  { unknown, attributes }: LineReading,
): PastAttempt | string {
  if (line.text === null || line.fault !== null) return line.fault ?? "is empty";
  const reading = readPastAttempt(line.text, Date.now(), attributes);
  const issues = [
    ...unknown.issuesIn(line.number, reading.unknown),
    ...("issues" in reading ? reading.issues : []),
  ];
  if (issues.length > 0 || "issues" in reading) {
    return issues.map(({ pointer, message }) => `${pointer} ${message}`.trim()).join("; ");
  }
  const { attempt } = reading;
  if (attempt.order.at < last) {
    return "/decidedAt must not be before that of an earlier line; sort the file, oldest first";
  }
  if (waiting >= togetherMax && attempt.order.at === last) {
    return `/decidedAt must not be that of more than ${togetherMax} attempts`;
  }
  return attempt;
}
