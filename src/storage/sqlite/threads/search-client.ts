/** Hands people's questions to the look-up's thread, which starts with the first of them. */
import { StorageUnavailable } from "../../store.ts";
import type { Answers, FromLookUp, ToLookUp } from "./search.ts";
import { startWorker } from "./start.ts";

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class LookUpThread {
  readonly #folder: string;
  #worker: Worker | null = null;
  /** In the order of asking, which is that of the answers. */
  readonly #waiting: Waiting[] = [];
  #closed = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  ask<Name extends keyof Answers>(
    name: Name,
    ...args: Parameters<Answers[Name]>
  ): Promise<ReturnType<Answers[Name]>> {
    if (this.#closed) return Promise.reject(new StorageUnavailable("the store was closed"));
    return this.#tell({ name, args } as never) as Promise<ReturnType<Answers[Name]>>;
  }

  /** Waits for what is under way; what comes later is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    if (!this.#worker) return;
    await this.#tell({ close: true }).catch(() => {});
    this.#worker.terminate();
  }

  #start(): Worker {
    const worker = startWorker("search");
    worker.onmessage = ({ data }: MessageEvent<FromLookUp>) => {
      const { resolve, reject } = this.#waiting.shift()!;
      if ("result" in data) resolve(data.result);
      else reject(new StorageUnavailable(data.failed));
    };
    worker.onerror = ({ message }) => {
      this.#worker = null; // The next question starts another.
      for (const { reject } of this.#waiting.splice(0)) {
        reject(new StorageUnavailable(`the look-up's thread stopped: ${message}`));
      }
    };
    this.#worker = worker;
    void this.#tell({ folder: this.#folder });
    return worker;
  }

  #tell(message: ToLookUp): Promise<unknown> {
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      worker.postMessage(message);
    });
  }
}
