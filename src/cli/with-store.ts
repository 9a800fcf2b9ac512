/** The flags that every command takes, and the data that they lead to. */
import { openStore } from "../app.ts";
import { dataConfig } from "../config.ts";
import type { Store } from "../storage/store.ts";

export interface CommonFlags {
  data?: string;
  json?: boolean;
}

/** Opens the data folder, runs the command's work on it, and closes it again. */
export async function withStore<Result>(
  flags: CommonFlags,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(dataConfig(flags, process.env));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
