/**
 * Notices that a database of a running service is no longer at its path, as after its data folder was moved, deleted
 * or replaced. SQLite goes on writing to the files that it has open, and who opens the path next does not see them.
 */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { log } from "../../base/log.ts";
import { type Job, runEvery } from "../../base/periodic.ts";
import { FilesGone } from "../port/store.ts";

/**
 * Not `history.db`, which is derived. SQLite keeps a log as it is while any process has its database open, and VACUUM
 * writes into the same file.
 */
const names = ["control.db", "control.db-wal", "events.db", "events.db-wal"];
const everyMs = 1000;

/**
 * Checks once a second, without blocking this thread, whether the files at the path are still the ones that were there
 * when this process had opened them.
 * @param found is called with null when they are back.
 */
export async function watchFiles(
  folder: string,
  found: (gone: FilesGone | null) => void,
): Promise<Job> {
  const identities = () => Promise.all(names.map((name) => identityOf(join(folder, name))));
  const opened = await identities();
  let gone: string | undefined;
  return runEvery(everyMs, "data_files", async () => {
    const now = await identities();
    // SQLite may create a log only when something is written.
    const name = names.find((_, index) => opened[index] !== null && now[index] !== opened[index]);
    if (name === gone) return;
    gone = name;
    found(name === undefined ? null : new FilesGone(reasonOf(name)));
    if (name === undefined) log("info", "data_files_back", { folder });
    else log("error", "data_files_gone", { folder, reason: reasonOf(name) });
  });
}

const reasonOf = (name: string) =>
  `${name} is no longer where it was opened: the data folder was moved, deleted or replaced. Put it back, or stop the ` +
  "service and restore a backup.";

/** Null where there is no such file. Any other error says nothing about the file, and statements report it as well. */
async function identityOf(path: string): Promise<string | null> {
  try {
    const { dev, ino } = await stat(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as { code?: string }).code ?? "")) return null;
    throw error;
  }
}
