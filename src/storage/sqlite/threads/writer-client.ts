/**
 * Sends operations to the writer thread in groups. What arrives while a group is being committed
 * goes into the next one; no operation waits for a group to fill.
 */
import { StorageUnavailable } from "../../store.ts";
import type { WriteName } from "../subjects.ts";
import type { Outcome, Write } from "./operations.ts";
import { OwnDecisions } from "./own-decisions.ts";
import type { ToWriter } from "./writer.ts";

type FromWriter = { done: true } | { outcomes: Outcome[] } | { failed: string };

interface Pending {
  operation: Write;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Operations in one group; more wait for the next. Bounds the time that a group can take. */
const groupMax = 512;
/** How long closing waits for operations in flight. A write to a failing disk may never return. */
const closeMsMax = 30_000;

export class WriterClient {
  readonly #worker: Worker;
  #waiting: Pending[] = [];
  #inFlight: Pending[] = [];
  #broken: StorageUnavailable | null = null;
  #answered: ((message: FromWriter) => void) | null = null;
  /** Called when nothing is waiting or in flight any more. */
  #whenIdle: (() => void) | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWriter>) => this.#receive(data);
    worker.onerror = (event) => this.#break(event.message);
  }

  /** Starts the writer thread on a data folder; rejects if the folder cannot be opened. */
  static async start(
    folder: string,
    worker: Worker,
    own = new OwnDecisions(),
  ): Promise<WriterClient> {
    const client = new WriterClient(worker);
    await client.#tell({ folder, own: own.shared });
    return client;
  }

  /** Resolves with the operation's result; a write is on disk by then. */
  ask(name: WriteName, ...args: unknown[]): Promise<unknown> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation: { name, args }, resolve, reject });
      // Operations of one turn of the event loop travel together.
      if (this.#waiting.length === 1 && this.#inFlight.length === 0) {
        setImmediate(() => this.#send());
      }
    });
  }

  /** Waits for operations in flight, for a limited time; later ones are rejected. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#break("it did not finish in time"), closeMsMax);
    while (this.#waiting.length + this.#inFlight.length > 0) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
      await nextTurn(); // An answer may lead to the next operation at once.
    }
    clearTimeout(timer);
    if (!this.#broken) {
      await this.#tell({ close: true });
      this.#broken = new StorageUnavailable("the store was closed");
    }
    this.#worker.terminate();
  }

  #send(): void {
    if (this.#inFlight.length > 0 || this.#waiting.length === 0) return;
    this.#inFlight = this.#waiting.splice(0, groupMax);
    this.#post({ operations: this.#inFlight.map(({ operation }) => operation) });
  }

  #receive(message: FromWriter): void {
    if (!("outcomes" in message)) {
      if (this.#answered) this.#answered(message);
      else if ("failed" in message) this.#break(message.failed);
      return;
    }
    const answered = this.#inFlight;
    this.#inFlight = [];
    this.#send();
    answered.forEach(({ resolve, reject }, index) => {
      const outcome = message.outcomes[index]!;
      if ("result" in outcome) resolve(outcome.result);
      else reject(new StorageUnavailable(outcome.refused));
    });
    if (this.#inFlight.length === 0) this.#whenIdle?.();
  }

  #tell(message: ToWriter): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#answered = (answer) => {
        this.#answered = null;
        if ("failed" in answer) reject(new StorageUnavailable(answer.failed));
        else resolve();
      };
      this.#post(message);
    });
  }

  #post(message: ToWriter): void {
    this.#worker.postMessage(message);
  }

  /** The thread is gone: everything that waits for it is rejected. */
  #break(reason: string): void {
    this.#broken = new StorageUnavailable(`the writer thread stopped: ${reason}`);
    this.#answered?.({ failed: reason });
    const lost = [...this.#inFlight, ...this.#waiting];
    this.#inFlight = [];
    this.#waiting = [];
    for (const { reject } of lost) reject(this.#broken);
    this.#whenIdle?.();
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
