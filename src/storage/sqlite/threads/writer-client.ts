/**
 * Sends decisions and operations to the writer thread in groups. What arrives while a group is being
 * committed goes into the next one; nothing waits for a group to fill. Decisions come first, and a group
 * that has any takes only so much telemetry that it hardly takes longer.
 */
import { type NewDecision, PassUsed } from "../../port/decisions.ts";
import { StorageErrors, type StoreLoad } from "../../port/load.ts";
import { StorageUnavailable } from "../../port/store.ts";
import { refusedBy, writtenWith } from "../events/decision-rows.ts";
import type { WriteName } from "../subjects.ts";
import { type AnswerValues, type Append, appendOutcome, groupValues } from "./group-message.ts";
import type { Outcome, Write } from "./operations.ts";
import { OwnDecisions } from "./own-decisions.ts";
import type { FromWriter, ToWriter } from "./writer.ts";

interface Pending<What, Result> {
  what: What;
  resolve(result: Result): void;
  reject(error: Error): void;
}
/** Resolves with the decision's `seq`, or with one of `refusedBy`. */
type PendingDecision = Pending<NewDecision, number>;
type PendingOperation = Pending<Write, unknown>;

/** One that was sent, or is about to be. */
interface PendingGroup {
  decisions: PendingDecision[];
  operations: PendingOperation[];
  appends: PendingOperation[];
}

/** Decisions in one group, and operations; more wait for the next. Bounds the time of a group. */
const groupMax = 512;

const append: WriteName = "collections.append";
/** What arrives in masses, and no booking waits for. */
const telemetryWrites: ReadonlySet<WriteName> = new Set<WriteName>([append, "shadowScores.add"]);
/**
 * Of those in one group that nobody waits for: each takes the writer some 30 µs, and whoever comes then waits
 * for all of them.
 */
const telemetryMax = 64;
/**
 * Of those in a group with decisions, which wait for all of them: as many as make the group longer by a
 * quarter, by the time that the last one took. A slow disk makes a group of 20 ms no slower with 64 of them.
 */
const telemetryPerMs = 8;
/** Every group takes so many, so that they are never left behind however many decisions come. */
const telemetryMin = 16;
/** How long closing waits for operations in flight. A write to a failing disk may never return. */
const closeMsMax = 30_000;

export class WriterClient {
  readonly #worker: Worker;
  readonly #waiting = new Queues();
  #inFlight: PendingGroup | null = null;
  /** Of the operations of the group in flight, once they have come. */
  #outcomes: Outcome[] = [];
  #broken: StorageUnavailable | null = null;
  /** Why nothing is accepted for now. */
  refusal: StorageUnavailable | null = null;
  #answered: ((message: FromWriter) => void) | null = null;
  /** Called when nothing is waiting or in flight any more. */
  #whenIdle: (() => void) | null = null;
  readonly #errors: StorageErrors;
  /** When the group in flight was sent, and how long the last one took, ms. */
  #sentAt = 0;
  #tookMs = 0;
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
   * @throws PassUsed
   */
  async commit(decision: NewDecision): Promise<number | null> {
    const seq = await this.#enter(this.#waiting.decisions, decision);
    if (seq === refusedBy.pass) throw new PassUsed();
    return seq === refusedBy.idempotencyKey ? null : seq;
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
        decisions: decisions.length,
        telemetry: telemetry.length,
        others: others.length,
      },
      writing: group ? all(group).length : 0,
      roundTrips: null,
      errors: this.#errors.byKind,
    };
  }

  #enter<What, Result>(queue: Pending<What, Result>[], what: What): Promise<Result> {
    if (this.#broken) return Promise.reject(this.#broken);
    if (this.refusal) {
      this.#errors.add(this.refusal.message);
      return Promise.reject(this.refusal);
    }
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
    const group = this.#waiting.take(this.#tookMs);
    this.#inFlight = group;
    this.#sentAt = performance.now();
    const decisions = group.decisions.map(({ what }) => what);
    const operations = group.operations.map(({ what }) => what);
    const more = decisions.map(writtenWith);
    if (operations.length > 0 || more.some((one) => one !== null)) this.#post({ more, operations });
    const appends = group.appends.map(({ what }) => what.args as unknown as Append);
    this.#post(groupValues(decisions, appends));
  }

  #receive(message: FromWriter): void {
    if (Array.isArray(message)) this.#committed(message);
    else if ("outcomes" in message) this.#outcomes = message.outcomes;
    else if (this.#answered) this.#answered(message);
    else if ("failed" in message) this.#break(message.failed);
  }

  #committed(values: AnswerValues): void {
    const answered = this.#inFlight!;
    const outcomes = this.#outcomes;
    this.#inFlight = null;
    this.#outcomes = [];
    this.#tookMs = performance.now() - this.#sentAt;
    this.#send();
    this.whenCommitted();
    settle(answered, { values, outcomes }, this.#errors);
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
    const sent = this.#inFlight ? all(this.#inFlight) : [];
    this.#inFlight = null;
    const lost = [...sent, ...this.#waiting.clear()];
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

  /** @param tookMs how long the last group took. */
  take(tookMs: number): PendingGroup {
    const decisions = this.decisions.splice(0, groupMax);
    const operations = this.others.splice(0, groupMax);
    const isAwaited = decisions.length > 0 || operations.length > 0;
    const count = isAwaited ? telemetryBeside(tookMs) : telemetryMax;
    const appends: PendingOperation[] = [];
    for (const one of this.telemetry.splice(0, count)) {
      (one.what.name === append ? appends : operations).push(one);
    }
    return { decisions, operations, appends };
  }

  clear(): Pick<PendingOperation, "reject">[] {
    const { decisions, others, telemetry } = this;
    return [...decisions.splice(0), ...others.splice(0), ...telemetry.splice(0)];
  }
}

function telemetryBeside(tookMs: number): number {
  return Math.min(telemetryMax, Math.max(telemetryMin, Math.floor(tookMs * telemetryPerMs)));
}

function all({ decisions, operations, appends }: PendingGroup) {
  return [...decisions, ...operations, ...appends];
}

function settle(
  { decisions, operations, appends }: PendingGroup,
  { values, outcomes }: { values: AnswerValues; outcomes: Outcome[] },
  errors: StorageErrors,
): void {
  const refuse = (reject: (error: Error) => void, reason: string) => {
    errors.add(reason);
    reject(new StorageUnavailable(reason));
  };
  decisions.forEach(({ resolve, reject }, index) => {
    const one = values[index]!;
    if (typeof one === "number") resolve(one);
    else refuse(reject, one);
  });
  const ended = (outcome: Outcome, { resolve, reject }: PendingOperation) => {
    if ("result" in outcome) resolve(outcome.result);
    else refuse(reject, outcome.refused);
  };
  operations.forEach((one, index) => {
    ended(outcomes[index]!, one);
  });
  appends.forEach((one, index) => {
    ended(appendOutcome(values[decisions.length + index]!), one);
  });
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
