/** The client of the shadow thread. */
import { startWorker } from "../executable.ts";
import type { FromShadow, ToShadow } from "./shadow-thread.ts";

export interface ShadowThread {
  /** Sends a message after the ones before it were answered. @throws Error with the thread's reason. */
  request(message: ToShadow): Promise<FromShadow>;
  /** Whether the thread ended with an error. */
  hasFailed(): boolean;
  close(): void;
}

/** @param nativeFolder the folder of the ONNX runtime's libraries, which may be written there. */
export function startShadowThread(nativeFolder: string): ShadowThread {
  const worker = startWorker("registry/shadow-thread");
  let last: Promise<unknown> = Promise.resolve();
  let failure: string | null = null;
  let rejectPending: (reason: Error) => void = () => {};
  worker.onerror = ({ message }) => {
    failure = `the shadow thread stopped: ${message}`;
    rejectPending(new Error(failure));
  };

  const send = (message: ToShadow) =>
    new Promise<FromShadow>((resolve, reject) => {
      if (failure !== null) throw new Error(failure);
      rejectPending = reject;
      worker.onmessage = ({ data }: MessageEvent<FromShadow>) => {
        if ("failed" in data) reject(new Error(data.failed));
        else resolve(data);
      };
      worker.postMessage(message);
    });

  function request(message: ToShadow): Promise<FromShadow> {
    const answer = last.then(() => send(message));
    last = answer.catch(() => undefined);
    return answer;
  }

  void request({ nativeFolder });
  return { request, hasFailed: () => failure !== null, close: () => worker.terminate() };
}
