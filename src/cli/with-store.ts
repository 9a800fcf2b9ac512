/** The options of every command, and the data that they lead to. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { type DataConfig, type DataFlags, dataConfig } from "../app/config/data.ts";
import { movedName, openStore } from "../app/open.ts";
import { restoringName } from "../storage/backup/restore.ts";
import type { Store } from "../storage/port/store.ts";
import { CommandFailed } from "./output.ts";

export interface CommonFlags extends DataFlags {
  json?: boolean;
}

export interface WithStoreOptions {
  /** Keeps the history's index up to date, for commands that add many attempts. */
  indexing?: boolean;
  /** Creates the data folder: for the commands with which an installation begins. */
  creates?: boolean;
}

/**
 * Opens the data folder, runs a command on it, and closes it.
 * @throws CommandFailed where there is none: a mistyped folder would be taken for a new one.
 */
export async function withStore<Result>(
  flags: CommonFlags,
  run: (store: Store) => Promise<Result>,
  { indexing = false, creates = false }: WithStoreOptions = {},
): Promise<Result> {
  const config = dataConfig(flags, process.env);
  if (!creates) requireDataFolder(config);
  const store = await openStore(config, indexing);
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

/**
 * The data folder, for commands on its files.
 * @param instead what to do where the data are in PostgreSQL.
 */
export function requireFiles(flags: CommonFlags, instead: string): string {
  const { dataFolder, databaseUrl } = dataConfig(flags, process.env);
  if (databaseUrl) throw new CommandFailed(`the data is in PostgreSQL: ${instead}`);
  return dataFolder;
}

/** As `withStore`, with the dependencies of a use case. */
export function withDeps<Result>(
  flags: CommonFlags,
  run: (deps: { store: Store; now: () => number }) => Promise<Result>,
  options?: WithStoreOptions,
): Promise<Result> {
  return withStore(flags, (store) => run({ store, now: Date.now }), options);
}

function requireDataFolder({ dataFolder, databaseUrl }: DataConfig): void {
  if (databaseUrl) return;
  // Of the last two, opening the store says what to do.
  const names = ["control.db", restoringName, movedName];
  if (names.some((name) => mayExist(join(dataFolder, name)))) return;
  throw new CommandFailed(
    `there is no data folder ${dataFolder}; specify it with --data. \`booking-risk project create\` and ` +
      "`booking-risk serve` create one",
  );
}

/** Also where this user may not look into the folder: opening it names its owner. */
function mayExist(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
