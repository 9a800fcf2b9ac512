/** A worker thread that handles one message at a time and answers each with one. */
import { startWorker, type workerModules } from "./executable.ts";

export interface WorkerThread<Message, Reply> {
  /** Sends a message after the ones before it were answered. @throws Error with the thread's reason. */
  request(message: Message): Promise<Exclude<Reply, { failed: string }>>;
  /** Whether the thread ended with an error. */
  hasFailed(): boolean;
  close(): void;
}

/** @param name as in "the shadow thread", for the message where it stops. */
export function startThread<Message, Reply>(
  module: (typeof workerModules)[number],
  name: string,
): WorkerThread<Message, Reply> {
  type Answer = Exclude<Reply, { failed: string }>;
  const worker = startWorker(module);
  let last: Promise<unknown> = Promise.resolve();
  let failure: string | null = null;
  let rejectPending: (reason: Error) => void = () => {};
  worker.onerror = ({ message }) => {
    failure = `${name} stopped: ${message}`;
    rejectPending(new Error(failure));
  };

  const send = (message: Message) =>
    new Promise<Answer>((resolve, reject) => {
      if (failure !== null) throw new Error(failure);
      rejectPending = reject;
      worker.onmessage = ({ data }: MessageEvent<Answer | { failed: string }>) => {
        if (isFailed(data)) reject(new Error(data.failed));
        else resolve(data);
      };
      worker.postMessage(message);
    });

  function request(message: Message): Promise<Answer> {
    const answer = last.then(() => send(message));
    last = answer.catch(() => undefined);
    return answer;
  }

  return { request, hasFailed: () => failure !== null, close: () => worker.terminate() };
}

function isFailed(reply: unknown): reply is { failed: string } {
  return typeof reply === "object" && reply !== null && "failed" in reply;
}
