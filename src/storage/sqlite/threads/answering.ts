/**
 * What the threads do that answer questions alongside the thread that decides: one at a time, in the order
 * in which they were asked.
 */
import type { AnyOperation } from "../operations.ts";
import type { GuestName, SearchName } from "../subjects.ts";

declare const self: Worker;

export type ToAnswering =
  | { folder: string }
  | { name: SearchName | GuestName; args: readonly unknown[] }
  | { close: true };
export type FromAnswering = { result: unknown } | { failed: string };

export interface Answering {
  operations: ReadonlyMap<string, AnyOperation>;
  close(): void;
}

/** @param open called with the first question, so that a failure is that question's answer. */
export function answerQuestions(open: (folder: string) => Answering): void {
  let opened: Answering | undefined;
  let folder = "";

  function answer(message: ToAnswering): FromAnswering {
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

  self.onmessage = ({ data }: MessageEvent<ToAnswering>) => {
    self.postMessage(answer(data));
  };
}
