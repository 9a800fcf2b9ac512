/** The client of the thread that computes reasons. */
import { startWorker } from "../executable.ts";
import { ReasonsUnavailable } from "../reasons/explained-model.ts";
import type { Reasons } from "../reasons/reasons.ts";
import { decidingFiles } from "../registry/deciding-bundles.ts";
import type { Library } from "../registry/library.ts";
import type { DecisionRecord } from "../storage/decisions.ts";
import type { FromReasons, ToReasons } from "./reasons-thread.ts";

/** The thread starts with the first decision, and again after it failed. One call at a time. */
export class ReasonsThread {
  readonly #library: Library;
  readonly #nativeFolder: string;
  #worker: Worker | null = null;
  /** The hash of the model that is open. */
  #open: string | null = null;

  /** @param nativeFolder the folder of the ONNX runtime's libraries, which may be written there. */
  constructor(library: Library, nativeFolder: string) {
    this.#library = library;
    this.#nativeFolder = nativeFolder;
  }

  /** @throws BundleMissing, ReasonsUnavailable, or Error where the thread fails. */
  async explain(record: DecisionRecord, names: readonly string[]): Promise<Reasons> {
    const { modelName: name, modelVersion: version, modelSha256: sha256 } = record;
    const key = `${name}@${version} ${sha256}`;
    if (this.#open !== key) {
      const files = await decidingFiles({ name, version, sha256 }, this.#library);
      this.#open = null;
      await this.#send({ open: files });
      this.#open = key;
    }
    const reply = await this.#send({ explain: record, names });
    return (reply as { reasons: Reasons }).reasons;
  }

  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #send(message: ToReasons): Promise<FromReasons> {
    if (!this.#worker) {
      this.#worker = startWorker("explainer/reasons-thread");
      await this.#exchange(this.#worker, { nativeFolder: this.#nativeFolder });
    }
    return this.#exchange(this.#worker, message);
  }

  async #exchange(worker: Worker, message: ToReasons): Promise<FromReasons> {
    const reply = await new Promise<FromReasons>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<FromReasons>) => resolve(data);
      worker.onerror = ({ message }) => {
        this.#worker = null;
        this.#open = null;
        resolve({ failed: `the thread of the reasons stopped: ${message}` });
      };
      worker.postMessage(message);
    });
    if ("unavailable" in reply) throw new ReasonsUnavailable(reply.unavailable);
    if ("failed" in reply) throw new Error(reply.failed);
    return reply;
  }
}
