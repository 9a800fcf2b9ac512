/** The client of the thread that computes reasons. */
import { ReasonsUnavailable } from "../reasons/explained-model.ts";
import type { Reasons } from "../reasons/reasons.ts";
import { decidingFiles } from "../registry/deciding-bundles.ts";
import type { Library } from "../registry/library.ts";
import { type DecisionRecord, decidedBy } from "../storage/decisions.ts";
import { startThread, type WorkerThread } from "../worker-thread.ts";
import type { FromReasons, ToReasons } from "./reasons-thread.ts";

/** The thread starts with the first decision, and again after it failed. One call at a time. */
export class ReasonsThread {
  readonly #library: Library;
  readonly #nativeFolder: string;
  #thread: WorkerThread<ToReasons, FromReasons> | null = null;
  /** The model that is open. */
  #open: string | null = null;

  /** @param nativeFolder the folder of the ONNX runtime's libraries, which may be written there. */
  constructor(library: Library, nativeFolder: string) {
    this.#library = library;
    this.#nativeFolder = nativeFolder;
  }

  /** @throws BundleMissing, ReasonsUnavailable, or Error where the thread fails. */
  async explain(record: DecisionRecord, names: readonly string[]): Promise<Reasons> {
    const thread = this.#running();
    const model = decidedBy(record);
    const key = Object.values(model).join(" ");
    if (this.#open !== key) {
      const files = await decidingFiles(model, this.#library);
      this.#open = null;
      await ask(thread, { open: files });
      this.#open = key;
    }
    const reply = await ask(thread, { explain: record, names });
    return (reply as { reasons: Reasons }).reasons;
  }

  close(): void {
    this.#thread?.close();
  }

  #running(): WorkerThread<ToReasons, FromReasons> {
    if (this.#thread && !this.#thread.hasFailed()) return this.#thread;
    this.#open = null;
    this.#thread = startThread("explainer/reasons-thread", "the thread of the reasons");
    void this.#thread.request({ nativeFolder: this.#nativeFolder });
    return this.#thread;
  }
}

async function ask(thread: WorkerThread<ToReasons, FromReasons>, message: ToReasons) {
  const reply = await thread.request(message);
  if ("unavailable" in reply) throw new ReasonsUnavailable(reply.unavailable);
  return reply;
}
