/**
 * The checkpointer thread: copies the log of `events.db` into the file while the writer goes on appending
 * to it. It waits for the disk twice, for some ms, and no decision waits with it.
 */
import type { Database } from "bun:sqlite";
import { openForReading } from "../open.ts";

declare const self: Worker;

export type ToCheckpointer = { folder: string } | { checkpoint: true } | { close: true };
export type FromCheckpointer = { closed: boolean };

let events: Database | undefined;

self.onmessage = ({ data }: MessageEvent<ToCheckpointer>) => {
  try {
    if ("folder" in data) events = openForCheckpoints(data.folder);
    else if ("close" in data) events?.close();
    // Passive: it copies what no reader needs, and waits for nobody.
    else events?.run("PRAGMA wal_checkpoint(PASSIVE)");
  } catch {
    // All of it is in the log still. The writer copies it where this thread does not.
  }
  self.postMessage({ closed: "close" in data } satisfies FromCheckpointer);
};

function openForCheckpoints(folder: string): Database {
  const database = openForReading(folder, "events");
  // The log is on disk before it is copied, and the file is before the log begins again.
  database.run("PRAGMA synchronous = FULL");
  return database;
}
