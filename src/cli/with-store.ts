/** The options of every command, and the data that they lead to. */
import { openStore } from "../app.ts";
import { dataConfig } from "../config.ts";
import type { Store } from "../storage/store.ts";

export interface CommonFlags {
  data?: string;
  json?: boolean;
}

/**
 * Opens the data folder, runs a command on it, and closes it.
 * @param indexing keeps the history's index up to date, for commands that add many attempts.
 */
export async function withStore<Result>(
  flags: CommonFlags,
  run: (store: Store) => Promise<Result>,
  indexing = false,
): Promise<Result> {
  const store = await openStore(dataConfig(flags, process.env), indexing);
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

/** As `withStore`, with the dependencies of a use case. */
export function withDeps<Result>(
  flags: CommonFlags,
  run: (deps: { store: Store; now: () => number }) => Promise<Result>,
): Promise<Result> {
  return withStore(flags, (store) => run({ store, now: Date.now }));
}
