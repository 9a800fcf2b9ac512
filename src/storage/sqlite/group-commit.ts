/**
 * Hands changes to the writer's thread in groups: what arrives while a group is being committed
 * goes into the next one, and nobody waits for a group to fill.
 */
import { StorageUnavailable } from "../store.ts";
import type { ToWriter } from "./worker.ts";
import type { Change, Outcome, Writes } from "./writer.ts";

type FromWriter = { ready: true } | { outcomes: Outcome[] } | { closed: true } | { failed: string };

interface Waiting {
  change: Change;
  resolve(result: never): void;
  reject(error: Error): void;
}

/** Changes in one group; more wait for the next. Bounds the time that a group can take. */
const groupMax = 512;

export class GroupCommit {
  readonly #worker: Worker;
  #waiting: Waiting[] = [];
  #underWay: Waiting[] = [];
  #broken: StorageUnavailable | null = null;
  #answered: ((message: FromWriter) => void) | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWriter>) => this.#receive(data);
    worker.onerror = (event) => this.#break(event.message);
  }

  /** Starts the writer's thread on a data folder; rejects where it cannot be opened. */
  static async start(folder: string, worker: Worker): Promise<GroupCommit> {
    const group = new GroupCommit(worker);
    await group.#ask({ folder });
    return group;
  }

  /** Resolves with the change's result once it is on disk. */
  write<Name extends keyof Writes>(
    name: Name,
    ...args: Parameters<Writes[Name]>
  ): Promise<ReturnType<Writes[Name]>> {
    if (this.#broken) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change: { name, args } as unknown as Change, resolve, reject });
      // One turn of the event loop's requests travel together.
      if (this.#waiting.length === 1 && this.#underWay.length === 0) {
        setImmediate(() => this.#send());
      }
    });
  }

  async close(): Promise<void> {
    while (this.#waiting.length + this.#underWay.length > 0) await Bun.sleep(1);
    await this.#ask({ close: true });
    this.#worker.terminate();
  }

  #send(): void {
    if (this.#underWay.length > 0 || this.#waiting.length === 0) return;
    this.#underWay = this.#waiting.splice(0, groupMax);
    this.#post({ changes: this.#underWay.map(({ change }) => change) });
  }

  #receive(message: FromWriter): void {
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

  #ask(message: ToWriter): Promise<void> {
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

  /** The thread is gone: nobody is left waiting for it. */
  #break(reason: string): void {
    this.#broken = new StorageUnavailable(`the writer stopped: ${reason}`);
    this.#answered?.({ failed: reason });
    const lost = [...this.#underWay, ...this.#waiting];
    this.#underWay = [];
    this.#waiting = [];
    for (const { reject } of lost) reject(this.#broken);
  }
}
