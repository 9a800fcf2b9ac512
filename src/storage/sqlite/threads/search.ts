/**
 * The search thread: answers what may read many rows, beside the thread that decides. One query at
 * a time, in the order in which they were asked.
 */
import { openForReading } from "../open.ts";
import { type AnyOperation, connectionTo, prepared } from "../operations.ts";
import { type GuestName, type SearchName, searches } from "../subjects.ts";

declare const self: Worker;

export type ToSearch =
  | { folder: string }
  | { name: SearchName | GuestName; args: readonly unknown[] }
  | { close: true };
export type FromSearch = { result: unknown } | { failed: string };

interface Opened {
  operations: ReadonlyMap<string, AnyOperation>;
  close(): void;
}

let opened: Opened | undefined;
let folder = "";

self.onmessage = ({ data }: MessageEvent<ToSearch>) => {
  self.postMessage(answer(data));
};

function answer(message: ToSearch): FromSearch {
  try {
    if ("folder" in message) folder = message.folder;
    else if ("close" in message) opened?.close();
    else {
      opened ??= open(folder); // With the first query, so that a failure is that query's answer.
      return { result: opened.operations.get(message.name)!(...message.args) };
    }
    return { result: null };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function open(folder: string): Opened {
  const events = openForReading(folder, "events");
  const history = openForReading(folder, "history");
  return {
    operations: prepared(searches, {
      events: connectionTo(events),
      history: connectionTo(history),
    }),
    close() {
      events.close();
      history.close();
    },
  };
}
