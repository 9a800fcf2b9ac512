/**
 * The database thread: while it waits for the disk, the main thread goes on taking requests. One
 * message is one group of operations; the next comes when this one is answered.
 */
import { Databases, type Operation } from "./operations.ts";

declare const self: Worker;

export type ToDatabase = { folder: string } | { operations: Operation[] } | { close: true };

let databases: Databases | undefined;

self.onmessage = ({ data }: MessageEvent<ToDatabase>) => {
  try {
    if ("folder" in data) {
      databases = new Databases(data.folder);
      self.postMessage({ done: true });
    } else if ("operations" in data) {
      self.postMessage({ outcomes: databases!.perform(data.operations) });
    } else {
      databases?.close();
      self.postMessage({ done: true });
    }
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};
