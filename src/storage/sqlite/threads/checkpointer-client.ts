/** Starts the checkpointer thread, and asks it for a checkpoint whenever the log has become longer by a portion. */
import { startWorker } from "../../../base/executable.ts";
import { walCopiedPages, walPages } from "../wal-pages.ts";
import type { FromCheckpointer, ToCheckpointer } from "./checkpointer.ts";
import { longLogPages, shortRestPages } from "./log-pages.ts";

/**
 * Pages of 4 KiB. The fewer, the shorter the disk is busy at a time; the more, the more often a page
 * that was changed twice is copied once.
 */
export const askedFromPages = 700;
/** How long closing waits for the checkpoint under way. */
const closeMsMax = 10_000;

export class CheckpointerClient {
  readonly #worker: Worker;
  readonly #pages: () => number;
  readonly #copied: () => number;
  #isBusy = false;
  /** The log's pages when a checkpoint was last asked for: a reader may keep it from being copied. */
  #askedAt = 0;
  #isStopped = false;
  /** Called when the thread has closed, or has stopped. */
  #whenClosed: (() => void) | null = null;

  /** @param folder whose `events.db` is open in this process. */
  constructor(folder: string, worker = startWorker("storage/sqlite/threads/checkpointer")) {
    this.#pages = walPages(folder, "events");
    this.#copied = walCopiedPages(folder, "events");
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromCheckpointer>) => this.#done(data);
    worker.onerror = () => {
      // It stays busy, so that nothing more is asked of it: the writer copies the log itself.
      this.#isStopped = true;
      this.#whenClosed?.();
    };
    this.#ask({ folder });
  }

  /** To be called after each group that the writer has committed. It costs nothing while the log is short. */
  committed(): void {
    if (this.#isBusy) return;
    const pages = this.#pages();
    if (pages < this.#askedAt) this.#askedAt = 0; // It began again.
    // Of a long log, what was added meanwhile as well, until the writer finds a short rest.
    const portion = pages < longLogPages ? askedFromPages : shortRestPages;
    if (pages - Math.max(this.#askedAt, this.#copied()) < portion) return;
    this.#askedAt = pages;
    this.#ask({ checkpoint: true });
  }

  /** Waits for the checkpoint under way, for a limited time. */
  async close(): Promise<void> {
    if (!this.#isStopped) {
      const closed = new Promise<void>((resolve) => {
        this.#whenClosed = resolve;
      });
      this.#ask({ close: true });
      await Promise.race([closed, Bun.sleep(closeMsMax)]);
    }
    this.#worker.terminate();
  }

  #ask(message: ToCheckpointer): void {
    this.#isBusy = true;
    this.#worker.postMessage(message);
  }

  #done({ closed }: FromCheckpointer): void {
    this.#isBusy = false;
    if (closed) this.#whenClosed?.();
  }
}
