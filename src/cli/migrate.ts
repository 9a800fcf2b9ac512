/** `booking-risk migrate` */
import type { Command } from "commander";
import { dataConfig } from "../app/config/data.ts";
import { contentOf, UsageError } from "../app/config/setting.ts";
import { lowerThreadPriority } from "../base/executable.ts";
import { StorageUnavailable } from "../storage/port/store.ts";
import type { MoveOptions } from "../storage/transfer/move.ts";
import { answer, CommandFailed, counted, examples } from "./output.ts";
import { progressBar } from "./progress-bar.ts";
import type { CommonFlags } from "./with-store.ts";

type MigrateFlags = CommonFlags & {
  to?: string | true;
  from?: string | true;
  urlFile?: string;
  finish?: boolean;
  compareAll?: boolean;
  undo?: boolean;
};

export function migrateCommand(program: Command): void {
  program
    .command("migrate")
    .description(
      "Move all data from the data folder to PostgreSQL, or back, in two steps. The first copies while " +
        "the service runs, and compares every row. Then stop the service: --finish does so with what has changed",
    )
    .option("--to [url]", "copy the data folder into this empty database (DATABASE_URL)")
    .option("--from [url]", "copy this database into an empty data folder (DATABASE_URL)")
    .option(
      "--url-file <file>",
      "a file with the database's address: others on this machine can read a command's flags",
    )
    .option("--finish", "the second step, with the service stopped")
    .option(
      "--compare-all",
      "with --finish: compare all rows again, also those that have not changed since they were compared",
    )
    .option("--undo", "reactivate the old data folder or database after a migration")
    .addHelpText(
      ...examples(
        "migrate --to --url-file /etc/booking-risk/database-url",
        "migrate --to --url-file /etc/booking-risk/database-url --finish",
        "migrate --from --data /var/lib/booking-risk-again",
      ),
    )
    .action((flags: MigrateFlags) => migrate(flags));
}

async function migrate(flags: MigrateFlags): Promise<void> {
  const { to, from, undo } = flags;
  if ([to, from, undo].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError("use one of --to, --from and --undo");
  }
  if (flags.compareAll && !flags.finish) throw new UsageError("--compare-all belongs to --finish");
  if (undo && flags.finish) throw new UsageError("--finish belongs to --to and --from");
  const { url, dataFolder } = addressesOf(flags);
  // Loaded only where it is used, as PostgreSQL's store is.
  const { moveToFolder, moveToPostgres, undoMove, MoveRefused } = await import(
    "../storage/transfer/move.ts"
  );
  try {
    if (undo) return undone(flags, dataFolder, await undoMove(dataFolder, url));
    if (url === undefined) throw new UsageError("name the database by DATABASE_URL or --url-file");
    if (!flags.finish) lowerThreadPriority(); // Decisions come first.
    await move(flags, to === undefined ? moveToFolder : moveToPostgres, url, dataFolder);
  } catch (error) {
    if (error instanceof MoveRefused || error instanceof StorageUnavailable) {
      throw new CommandFailed(error.message); // It may be of either side.
    }
    throw error;
  }
}

/** An address of the command's own flags comes before the environment. */
function addressesOf(flags: MigrateFlags): { url: string | undefined; dataFolder: string } {
  const { databaseUrl: common, urlFile } = flags;
  const given = flags.to ?? flags.from;
  const named = typeof given === "string" ? given : undefined;
  if ([named, urlFile, common].filter((one) => one !== undefined).length > 1) {
    throw new UsageError("use one of an address, --url-file and --database-url");
  }
  const url = urlFile === undefined ? named : contentOf({ name: "--url-file", text: urlFile });
  const own = url !== undefined && { DATABASE_URL: url, DATABASE_URL_FILE: undefined };
  const config = dataConfig(flags, { ...process.env, ...own });
  const { databaseUrl, dataFolder } = config;
  if (databaseUrl && !URL.canParse(databaseUrl)) {
    throw new UsageError("the address of the database is not a URL"); // It may have a password.
  }
  return { url: databaseUrl, dataFolder };
}

async function move(
  flags: MigrateFlags,
  perform: (options: MoveOptions) => Promise<{ rows: number; copied: number; removed: number }>,
  url: string,
  folder: string,
): Promise<void> {
  const finish = flags.finish ?? false;
  const started = performance.now();
  const bar = progressBar("rows", flags.json);
  const progress = {
    start: (rows: number) => bar.start(rows, 0, { rows: 0 }),
    at: (rows: number) => bar.update(Math.min(rows, bar.getTotal()), { rows }),
  };
  const compareAll = flags.compareAll ?? false;
  const options = { folder, url, finish, compareAll, now: Date.now(), progress };
  const passed = await perform(options).finally(() => bar.stop());
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  const isTo = flags.to !== undefined;
  answer(flags.json, { finished: finish, ...passed, seconds, dataFolder: folder }, () =>
    finish ? finished(passed, seconds, isTo, folder) : copied(passed, seconds, flags, folder),
  );
}

type Passed = { rows: number; copied: number; removed: number };

function copied(
  { copied }: Passed,
  seconds: number,
  flags: MigrateFlags,
  folder: string,
): string[] {
  const again = `booking-risk migrate ${databaseFlags(flags)} --finish --data ${folder}`;
  return [
    `Copied ${counted(copied, "row")}. ${seconds} s`,
    `Stop the service, and then run the same with --finish: ${again}`,
    "It copies and compares what has changed since. To make that shorter, run this step again before.",
  ];
}

/** Those that name the database. An address may have a password: it is not shown. */
function databaseFlags({ to, from, urlFile, databaseUrl }: MigrateFlags): string {
  const direction = to === undefined ? "--from" : "--to";
  if (urlFile !== undefined) return `${direction} --url-file ${urlFile}`;
  if (databaseUrl !== undefined) return `${direction} --database-url ADDRESS`;
  return typeof (to ?? from) === "string" ? `${direction} ADDRESS` : direction;
}

function finished(passed: Passed, seconds: number, isTo: boolean, folder: string): string[] {
  const { rows, copied, removed } = passed;
  const done = [
    `Moved: ${counted(rows, "row")}, each of them compared, all equal. Of them ${copied} were copied now, and ` +
      `${removed} that are gone were removed. ${seconds} s`,
  ];
  if (!isTo) return [...done, `Start the service without DATABASE_URL and with --data ${folder}.`];
  return [
    ...done,
    `Start the service with DATABASE_URL, and with the same --data ${folder}.`,
    `control.db, events.db and history.db in ${folder} are not used any more. They have guests' data: delete ` +
      "them when you are sure. Until then `booking-risk migrate --undo` makes the folder usable again, " +
      "without what was written to PostgreSQL.",
  ];
}

function undone(flags: MigrateFlags, folder: string, wasMoved: boolean): void {
  if (!wasMoved) throw new CommandFailed("nothing was moved from there");
  answer(flags.json, { undone: true, dataFolder: folder }, () => [
    "It can be used again. What was written at the other place since is not in it.",
  ]);
}
