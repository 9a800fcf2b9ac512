/**
 * The writer's thread: while it waits for the disk, the main thread goes on taking requests. One
 * message is one group of changes; the next comes when this one is answered.
 */
import { type Change, Writer } from "./writer.ts";

declare const self: Worker;

export type ToWriter = { folder: string } | { changes: Change[] } | { close: true };

let writer: Writer | undefined;

self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
  try {
    if ("folder" in data) {
      writer = new Writer(data.folder);
      self.postMessage({ ready: true });
    } else if ("changes" in data) {
      self.postMessage({ outcomes: writer!.commit(data.changes) });
    } else {
      writer?.close();
      self.postMessage({ closed: true });
    }
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};
