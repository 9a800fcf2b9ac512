/** The client of the shadow thread. */
import { startThread, type WorkerThread } from "../../base/worker-thread.ts";
import type { ModelRecord } from "../../storage/port/models.ts";
import type { Library } from "./library.ts";
import type { FromShadow, SentAttributes, ToShadow } from "./shadow-thread.ts";

/** The models that are loaded in the thread of shadow models, which starts with the first of them. */
export class ShadowModels {
  readonly #library: Library;
  readonly #nativeFolder: string;
  readonly #loaded = new Set<string>();
  #thread: WorkerThread<ToShadow, FromShadow> | null = null;

  /** @param nativeFolder the folder of the ONNX runtime's libraries, which may be written there. */
  constructor(library: Library, nativeFolder: string) {
    this.#library = library;
    this.#nativeFolder = nativeFolder;
  }

  /** @throws BundleRefused where its files are not usable. */
  async load(model: ModelRecord): Promise<void> {
    const thread = this.#running();
    if (this.#loaded.has(model.bundleSha256)) return;
    const files = await this.#library.filesOf(model);
    await thread.request({ open: model.bundleSha256, files });
    this.#loaded.add(model.bundleSha256);
  }

  /**
   * @param rows vectors of the whole catalogue, concatenated.
   * @param attributes of each; null: none has any.
   * @returns a probability for each; NaN where the model gives none.
   */
  async score(
    model: ModelRecord,
    rows: Float64Array,
    attributes: readonly SentAttributes[] | null,
  ): Promise<Float64Array> {
    await this.load(model);
    const reply = await this.#running().request({
      score: model.bundleSha256,
      rows,
      attributes,
    });
    return (reply as { probabilities: Float64Array }).probabilities;
  }

  /** Closes every model but these. */
  async closeExcept(models: Iterable<ModelRecord>): Promise<void> {
    const inUse = new Set([...models].map(({ bundleSha256 }) => bundleSha256));
    for (const key of [...this.#loaded].filter((key) => !inUse.has(key))) {
      this.#loaded.delete(key);
      await this.#running().request({ close: key });
    }
  }

  close(): void {
    this.#thread?.close();
  }

  /** Starts the thread at its first use, and again after it failed. */
  #running(): WorkerThread<ToShadow, FromShadow> {
    if (this.#thread && !this.#thread.hasFailed()) return this.#thread;
    this.#loaded.clear();
    this.#thread = startThread("model/registry/shadow-thread", "the shadow thread");
    void this.#thread.request({ nativeFolder: this.#nativeFolder });
    return this.#thread;
  }
}
