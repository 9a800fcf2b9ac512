/** The shadow's thread, for those who ask it: a question, and its answer or why there is none. */
import { startWorker } from "../executable.ts";
import type { FromShadow, ToShadow } from "./shadow-thread.ts";

export interface ShadowThread {
  /** One after the other. @throws Error with the thread's reason, or that it is gone. */
  ask(question: ToShadow): Promise<FromShadow>;
  /** Whether it has ended by a fault. */
  isGone(): boolean;
  close(): void;
}

/** @param nativeFolder where the ONNX runtime's libraries are, or may be put. */
export function startShadowThread(nativeFolder: string): ShadowThread {
  const worker = startWorker("registry/shadow-thread");
  let last: Promise<unknown> = Promise.resolve();
  let gone: string | null = null;
  let leave: (reason: Error) => void = () => {};
  worker.onerror = ({ message }) => {
    gone = `the shadow's thread stopped: ${message}`;
    leave(new Error(gone));
  };

  const askNow = (question: ToShadow) =>
    new Promise<FromShadow>((resolve, reject) => {
      if (gone !== null) throw new Error(gone);
      leave = reject;
      worker.onmessage = ({ data }: MessageEvent<FromShadow>) => {
        if ("failed" in data) reject(new Error(data.failed));
        else resolve(data);
      };
      worker.postMessage(question);
    });

  function ask(question: ToShadow): Promise<FromShadow> {
    const answer = last.then(() => askNow(question));
    last = answer.catch(() => undefined);
    return answer;
  }

  void ask({ nativeFolder }); // Before all else.
  return { ask, isGone: () => gone !== null, close: () => worker.terminate() };
}
