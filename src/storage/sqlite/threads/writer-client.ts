/**
 * Sends decisions and operations to the writer thread in groups. What arrives while a group is being
 * committed goes into the next one; nothing waits for a group to fill. Decisions come first, and no
 * more than a bounded number of telemetry's writes delays them.
 */
import type { NewDecision } from "../../decisions.ts";
import { StorageErrors, type StoreLoad } from "../../load.ts";
import { StorageUnavailable } from "../../store.ts";
import { groupOf } from "../events/decision-rows.ts";
import type { WriteName } from "../subjects.ts";
import type { Answer, Committed, Outcome, Write } from "./operations.ts";
import { OwnDecisions } from "./own-decisions.ts";
import type { FromWriter, ToWriter } from "./writer.ts";

interface Pending<What, Result> {
  what: What;
  resolve(result: Result): void;
  reject(error: Error): void;
}
/** Resolves with the decision's `seq`; 0 if its idempotency key was already in use. */
type PendingDecision = Pending<NewDecision, number>;
type PendingOperation = Pending<Write, unknown>;

/** Decisions in one group, and operations; more wait for the next. Bounds the time of a group. */
const groupMax = 512;

/** What arrives in masses, and no booking waits for. */
const telemetryWrites: ReadonlySet<WriteName> = new Set<WriteName>([
  "collections.append",
  "shadowScores.add",
]);
/**
 * Of those in one group: each takes the writer some 30 µs, by which the decisions of the group wait
 * longer. Every group takes some, so that they are never left behind however many decisions come.
 */
const telemetryMax = 64;
/** How long closing waits for operations in flight. A write to a failing disk may never return. */
const closeMsMax = 30_000;

export class WriterClient {
  readonly #worker: Worker;
  readonly #waiting = new Queues();
  #inFlight: { decisions: PendingDecision[]; operations: PendingOperation[] } | null = null;
  #broken: StorageUnavailable | null = null;
  #answered: ((message: FromWriter) => void) | null = null;
  /** Called when nothing is waiting or in flight any more. */
  #whenIdle: (() => void) | null = null;
  readonly #errors: StorageErrors;
  /** Called after each group. */
  whenCommitted = () => {};

  private constructor(worker: Worker, errors: StorageErrors) {
    this.#worker = worker;
    this.#errors = errors;
    worker.onmessage = ({ data }: MessageEvent<FromWriter>) => this.#receive(data);
    worker.onerror = (event) => this.#break(event.message);
  }

  /** Starts the writer thread on a data folder; rejects if the folder cannot be opened. */
  static async start(
    folder: string,
    worker: Worker,
    own = new OwnDecisions(),
    errors = new StorageErrors(),
  ): Promise<WriterClient> {
    const client = new WriterClient(worker, errors);
    await client.#tell({ folder, own: own.shared });
    return client;
  }

  /**
   * Resolves once the decision is on disk, with the `seq` of its row; with null, and nothing was
   * changed, if its idempotency key was already in use.
   */
  async commit(decision: NewDecision): Promise<number | null> {
    return (await this.#enter(this.#waiting.decisions, decision)) || null;
  }

  /** Resolves with the operation's result; a write is on disk by then. */
  ask(name: WriteName, ...args: unknown[]): Promise<unknown> {
    const { telemetry, others } = this.#waiting;
    return this.#enter(telemetryWrites.has(name) ? telemetry : others, { name, args });
  }

  load(): StoreLoad {
    const { decisions, telemetry, others } = this.#waiting;
    const group = this.#inFlight;
    return {
      waiting: {
        ...{ decisions: decisions.length, telemetry: telemetry.length, others: others.length },
      },
      writing: group ? group.decisions.length + group.operations.length : 0,
      errors: this.#errors.byKind,
    };
  }

  #enter<What, Result>(queue: Pending<What, Result>[], what: What): Promise<Result> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      // What arrives in one turn of the event loop travels together.
      if (this.#waiting.length === 0 && !this.#inFlight) setImmediate(() => this.#send());
      queue.push({ what, resolve, reject });
    });
  }

  /**
   * Waits for operations in flight, for a limited time; later ones are rejected.
   * @param checkpoint leaves nothing in the databases' logs.
   */
  async close(checkpoint = false): Promise<void> {
    const timer = setTimeout(() => this.#break("it did not finish in time"), closeMsMax);
    while (this.#waiting.length > 0 || this.#inFlight) {
      await new Promise<void>((resolve) => {
        this.#whenIdle = resolve;
      });
      await nextTurn(); // An answer may lead to the next operation at once.
    }
    clearTimeout(timer);
    if (!this.#broken) {
      await this.#tell({ close: true, checkpoint });
      this.#broken = new StorageUnavailable("the store was closed");
    }
    this.#worker.terminate();
  }

  #send(): void {
    if (this.#inFlight || this.#waiting.length === 0) return;
    const { decisions, operations } = this.#waiting.take();
    this.#inFlight = { decisions, operations };
    this.#post({
      decisions: groupOf(decisions.map(({ what }) => what)),
      operations: operations.map(({ what }) => what),
    });
  }

  #receive(message: FromWriter): void {
    if (!("outcomes" in message)) {
      if (this.#answered) this.#answered(message);
      else if ("failed" in message) this.#break(message.failed);
      return;
    }
    const answered = this.#inFlight!;
    this.#inFlight = null;
    this.#send();
    this.whenCommitted();
    settle(answered, message, this.#errors);
    if (!this.#inFlight) this.#whenIdle?.();
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
    const { decisions = [], operations = [] } = this.#inFlight ?? {};
    this.#inFlight = null;
    const lost = [...decisions, ...operations, ...this.#waiting.clear()];
    for (const { reject } of lost) {
      this.#errors.add(reason);
      reject(this.#broken);
    }
    this.#whenIdle?.();
  }
}

/** What waits for the next group. */
class Queues {
  readonly decisions: PendingDecision[] = [];
  readonly others: PendingOperation[] = [];
  readonly telemetry: PendingOperation[] = [];

  get length(): number {
    return this.decisions.length + this.others.length + this.telemetry.length;
  }

  take(): { decisions: PendingDecision[]; operations: PendingOperation[] } {
    const decisions = this.decisions.splice(0, groupMax);
    const operations = this.others.splice(0, groupMax);
    operations.push(...this.telemetry.splice(0, telemetryMax));
    return { decisions, operations };
  }

  clear(): Pick<PendingOperation, "reject">[] {
    const { decisions, others, telemetry } = this;
    return [...decisions.splice(0), ...others.splice(0), ...telemetry.splice(0)];
  }
}

function settle(
  { decisions, operations }: { decisions: PendingDecision[]; operations: PendingOperation[] },
  { committed, outcomes }: Answer,
  errors: StorageErrors,
): void {
  const refuse = (reject: (error: Error) => void, reason: string) => {
    errors.add(reason);
    reject(new StorageUnavailable(reason));
  };
  decisions.forEach(({ resolve, reject }, index) => {
    const one: Committed = committed[index]!;
    if (typeof one === "number") resolve(one);
    else refuse(reject, one);
  });
  operations.forEach(({ resolve, reject }, index) => {
    const outcome: Outcome = outcomes[index]!;
    if ("result" in outcome) resolve(outcome.result);
    else refuse(reject, outcome.refused);
  });
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
