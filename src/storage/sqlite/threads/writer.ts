/**
 * The writer thread. While it waits for the disk, the main thread accepts requests. A message holds
 * one group of operations; the client sends the next group when this one is answered.
 */
import { type Answer, Databases, type Group } from "./operations.ts";
import { OwnDecisions } from "./own-decisions.ts";

declare const self: Worker;

export type ToWriter =
  | { folder: string; own: SharedArrayBuffer }
  | Group
  | { close: true; checkpoint: boolean };
export type FromWriter = { done: true } | Answer | { failed: string };

let databases: Databases | undefined;

self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
  try {
    if ("folder" in data) {
      databases = new Databases(data.folder, new OwnDecisions(data.own));
      self.postMessage({ done: true });
    } else if ("operations" in data) {
      self.postMessage(databases!.perform(data));
      databases!.checkpoint();
    } else {
      databases?.close(data.checkpoint);
      self.postMessage({ done: true });
    }
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};
