/**
 * The writer thread. While it waits for the disk, the main thread accepts requests. One group is performed
 * at a time; the client sends the next group when this one is answered.
 */
import {
  type AnswerValues,
  answerValues,
  type GroupValues,
  groupFrom,
  type Rest,
} from "./group-message.ts";
import { Databases, type Outcome } from "./operations.ts";
import { OwnDecisions } from "./own-decisions.ts";

declare const self: Worker;

export type ToWriter =
  | { folder: string; own: SharedArrayBuffer }
  | Rest
  | GroupValues
  | { close: true; checkpoint: boolean };
/** `outcomes` are of the operations in `Rest`, and come before the values of the same group. */
export type FromWriter =
  | { done: true }
  | { outcomes: Outcome[] }
  | AnswerValues
  | { failed: string };

let databases: Databases | undefined;
/** Of the group whose values come next. */
let rest: Rest | null = null;

self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
  try {
    if (Array.isArray(data)) perform(data);
    else if ("operations" in data) rest = data;
    else if ("folder" in data) {
      databases = new Databases(data.folder, new OwnDecisions(data.own));
      send({ done: true });
    } else {
      databases?.close(data.checkpoint);
      send({ done: true });
    }
  } catch (error) {
    send({ failed: error instanceof Error ? error.message : String(error) });
  }
};

function perform(values: GroupValues): void {
  const answer = databases!.perform(groupFrom(values, rest));
  const others = rest?.operations.length ?? 0;
  rest = null;
  if (others > 0) send({ outcomes: answer.outcomes.slice(0, others) });
  send(answerValues(answer, others));
  databases!.checkpoint();
}

function send(message: FromWriter): void {
  self.postMessage(message);
}
