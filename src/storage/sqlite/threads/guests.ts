/**
 * The guests thread: finds what is stored of guests, and deletes it from `history.db`, beside the thread
 * that decides. Started with the first question, one at a time.
 */
import { lowerThreadPriority } from "../../../executable.ts";
import { openForReading, openForWriting } from "../open.ts";
import { type AnyOperation, connectionTo, prepared } from "../operations.ts";
import { guestOperations } from "../subjects.ts";
import type { FromSearch, ToSearch } from "./search.ts";

declare const self: Worker;

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
      opened ??= open(folder);
      return { result: opened.operations.get(message.name)!(...message.args) };
    }
    return { result: null };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function open(folder: string): Opened {
  lowerThreadPriority();
  const events = openForReading(folder, "events");
  const history = openForWriting(folder, "history");
  return {
    operations: prepared(guestOperations, {
      events: connectionTo(events),
      history: connectionTo(history),
      folder,
    }),
    close() {
      events.close();
      history.close();
    },
  };
}
