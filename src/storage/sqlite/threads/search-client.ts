/** Sends queries to the search thread or the guests thread, which starts with the first of them. */

import { startWorker } from "../../../base/executable.ts";
import { StorageUnavailable } from "../../port/store.ts";
import type { GuestName, SearchName } from "../subjects.ts";
import type { FromAnswering, ToAnswering } from "./answering.ts";

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export class SearchClient {
  readonly #folder: string;
  readonly #thread: "search" | "guests";
  #worker: Worker | null = null;
  /** In the order of asking, which is that of the answers. */
  readonly #pending: Pending[] = [];
  #closing: Promise<void> | null = null;

  constructor(folder: string, thread: "search" | "guests" = "search") {
    this.#folder = folder;
    this.#thread = thread;
  }

  ask(name: SearchName | GuestName, ...args: unknown[]): Promise<unknown> {
    if (this.#closing) return Promise.reject(new StorageUnavailable("the store was closed"));
    return this.#tell({ name, args });
  }

  /** Waits for queries in flight; later ones are rejected. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    if (!this.#worker) return;
    await this.#tell({ close: true }).catch(() => {});
    this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = startWorker(`storage/sqlite/threads/${this.#thread}`);
    worker.onmessage = ({ data }: MessageEvent<FromAnswering>) => {
      const { resolve, reject } = this.#pending.shift()!;
      if ("result" in data) resolve(data.result);
      else reject(new StorageUnavailable(data.failed));
    };
    worker.onerror = ({ message }) => {
      this.#worker = null; // The next query starts another.
      for (const { reject } of this.#pending.splice(0)) {
        reject(new StorageUnavailable(`the ${this.#thread} thread stopped: ${message}`));
      }
    };
    this.#worker = worker;
    this.#tell({ folder: this.#folder }).catch(() => {}); // The queries after it fail as well.
    return worker;
  }

  #tell(message: ToAnswering): Promise<unknown> {
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      this.#pending.push({ resolve, reject });
      worker.postMessage(message);
    });
  }
}
