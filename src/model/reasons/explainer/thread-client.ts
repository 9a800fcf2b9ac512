/** The client of the thread that computes reasons and verifies decisions. */
import { startThread, type WorkerThread } from "../../../base/worker-thread.ts";
import type { Draws, Verification } from "../../../risk/verify.ts";
import type { ProjectAttribute } from "../../../storage/port/attributes.ts";
import { type DecisionRecord, decidedBy } from "../../../storage/port/decisions.ts";
import { BundleRefused } from "../../bundle-refused.ts";
import {
  BundleMissing,
  decidingFiles,
  decidingStamp,
  unusable,
} from "../../registry/deciding-bundles.ts";
import type { Library } from "../../registry/library.ts";
import { ReasonsUnavailable } from "../explained-model.ts";
import type { Reasons } from "../reasons.ts";
import type { FromReasons, ToReasons } from "./reasons-thread.ts";

/** Models that stay open: those of decisions before and after a promotion, and one more. */
const openMax = 3;

/** The thread starts with the first decision, and again after it failed. Calls run in turn. */
export class ReasonsThread {
  readonly #library: Library;
  readonly #nativeFolder: string;
  #thread: WorkerThread<ToReasons, FromReasons> | null = null;
  /** The models that are open, the one that was used last at the end. */
  #open: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** @param nativeFolder the folder of the ONNX runtime's libraries, which may be written there. */
  constructor(library: Library, nativeFolder: string) {
    this.#library = library;
    this.#nativeFolder = nativeFolder;
  }

  /** @throws BundleMissing, ReasonsUnavailable, or Error where the thread fails. */
  explain(
    record: DecisionRecord,
    names: readonly string[],
    attributes: readonly ProjectAttribute[],
  ): Promise<Reasons> {
    return this.#inTurn(async (thread) => {
      const by = await this.#opened(thread, record);
      const reply = await ask(thread, { explain: record, names, by, attributes });
      return (reply as { reasons: Reasons }).reasons;
    });
  }

  /** @throws Error where the thread fails. */
  verify(record: DecisionRecord, names: readonly string[], draws: Draws): Promise<Verification> {
    return this.#inTurn(async (thread) => {
      const problem = (error: unknown) => problemOf(error, record);
      const by = await this.#opened(thread, record).catch(problem);
      const reply = await ask(thread, { verify: record, names, by, draws });
      return (reply as { verification: Verification }).verification;
    });
  }

  close(): void {
    this.#thread?.close();
  }

  /** A call is several messages, between which no other call's may come. */
  #inTurn<Result>(
    call: (thread: WorkerThread<ToReasons, FromReasons>) => Promise<Result>,
  ): Promise<Result> {
    const result = this.#last.then(() => call(this.#running()));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Opens the model that decided, unless it is open and its files are as they were. */
  async #opened(
    thread: WorkerThread<ToReasons, FromReasons>,
    record: DecisionRecord,
  ): Promise<string> {
    const model = decidedBy(record);
    const name = `${Object.values(model).join(" ")} ${await decidingStamp(model, this.#library)}`;
    const isOpen = this.#open.includes(name);
    if (!isOpen) {
      const files = await decidingFiles(model, this.#library);
      while (this.#open.length >= openMax) await ask(thread, { close: this.#open.shift()! });
      await ask(thread, { open: files, as: name });
    }
    this.#open = [...this.#open.filter((one) => one !== name), name];
    return name;
  }

  #running(): WorkerThread<ToReasons, FromReasons> {
    if (this.#thread && !this.#thread.hasFailed()) return this.#thread;
    this.#open = [];
    this.#thread = startThread(
      "model/reasons/explainer/reasons-thread",
      "the thread of the reasons",
    );
    void this.#thread.request({ nativeFolder: this.#nativeFolder });
    return this.#thread;
  }
}

/** Why a decision cannot be verified. */
function problemOf(error: unknown, record: DecisionRecord): { problem: string } {
  if (error instanceof BundleMissing) return { problem: error.message };
  if (error instanceof BundleRefused || error instanceof ReasonsUnavailable) {
    return { problem: unusable(decidedBy(record), error.message).message };
  }
  throw error;
}

async function ask(thread: WorkerThread<ToReasons, FromReasons>, message: ToReasons) {
  const reply = await thread.request(message);
  if ("unavailable" in reply) throw new ReasonsUnavailable(reply.unavailable);
  return reply;
}
