/** The flags that every command takes, and the data that they lead to. */
import { openStore } from "../app.ts";
import { dataConfig } from "../config.ts";
import type { ProjectRecord } from "../storage/projects.ts";
import type { Store } from "../storage/store.ts";
import { CommandFailed } from "./output.ts";

export interface CommonFlags {
  data?: string;
  json?: boolean;
}

/**
 * Opens the data folder, runs the command's work on it, and closes it again.
 * @param indexing for work that adds so much that looking back needs the index meanwhile.
 */
export async function withStore<Result>(
  flags: CommonFlags,
  work: (store: Store) => Promise<Result>,
  indexing = false,
): Promise<Result> {
  const store = await openStore(dataConfig(flags, process.env), indexing);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** @throws CommandFailed where there is no such project. */
export async function projectOf(id: string, store: Store): Promise<ProjectRecord> {
  const project = await store.projects.find(id);
  if (!project)
    throw new CommandFailed(`there is no project ${id}; see: booking-risk project list`);
  return project;
}
