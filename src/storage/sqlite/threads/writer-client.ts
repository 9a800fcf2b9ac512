/**
 * Hands operations to the database thread in groups: what arrives while a group is being committed
 * goes into the next one, and nobody waits for a group to fill.
 */
import { StorageUnavailable } from "../../store.ts";
import type { Operation, Operations, Outcome } from "./operations.ts";
import type { ToDatabase } from "./writer.ts";

type FromDatabase = { done: true } | { outcomes: Outcome[] } | { failed: string };

interface Waiting {
  operation: Operation;
  resolve(result: never): void;
  reject(error: Error): void;
}

/** Operations in one group; more wait for the next. Bounds the time that a group can take. */
const groupMax = 512;

export class DatabaseThread {
  readonly #worker: Worker;
  #waiting: Waiting[] = [];
  #underWay: Waiting[] = [];
  #broken: StorageUnavailable | null = null;
  #answered: ((message: FromDatabase) => void) | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromDatabase>) => this.#receive(data);
    worker.onerror = (event) => this.#break(event.message);
  }

  /** Starts the database thread on a data folder; rejects where it cannot be opened. */
  static async start(folder: string, worker: Worker): Promise<DatabaseThread> {
    const thread = new DatabaseThread(worker);
    await thread.#tell({ folder });
    return thread;
  }

  /** Resolves with the operation's result; a write is on disk by then. */
  ask<Name extends keyof Operations>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation: { name, args } as unknown as Operation, resolve, reject });
      // One turn of the event loop's requests travel together.
      if (this.#waiting.length === 1 && this.#underWay.length === 0) {
        setImmediate(() => this.#send());
      }
    });
  }

  /** Waits for what is under way; what comes later is refused. */
  async close(): Promise<void> {
    while (this.#waiting.length + this.#underWay.length > 0) await Bun.sleep(1);
    if (!this.#broken) {
      await this.#tell({ close: true });
      this.#broken = new StorageUnavailable("the store was closed");
    }
    this.#worker.terminate();
  }

  #send(): void {
    if (this.#underWay.length > 0 || this.#waiting.length === 0) return;
    this.#underWay = this.#waiting.splice(0, groupMax);
    this.#post({ operations: this.#underWay.map(({ operation }) => operation) });
  }

  #receive(message: FromDatabase): void {
    if (!("outcomes" in message)) {
      if (this.#answered) this.#answered(message);
      else if ("failed" in message) this.#break(message.failed);
      return;
    }
    const answered = this.#underWay;
    this.#underWay = [];
    this.#send();
    answered.forEach(({ resolve, reject }, index) => {
      const outcome = message.outcomes[index]!;
      if ("result" in outcome) resolve(outcome.result as never);
      else reject(new StorageUnavailable(outcome.refused));
    });
  }

  #tell(message: ToDatabase): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#answered = (answer) => {
        this.#answered = null;
        if ("failed" in answer) reject(new StorageUnavailable(answer.failed));
        else resolve();
      };
      this.#post(message);
    });
  }

  #post(message: ToDatabase): void {
    this.#worker.postMessage(message);
  }

  /** The thread is gone: nobody is left waiting for it. */
  #break(reason: string): void {
    this.#broken = new StorageUnavailable(`the database thread stopped: ${reason}`);
    this.#answered?.({ failed: reason });
    const lost = [...this.#underWay, ...this.#waiting];
    this.#underWay = [];
    this.#waiting = [];
    for (const { reject } of lost) reject(this.#broken);
  }
}
