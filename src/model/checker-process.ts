/** The process that reads unchecked bundles: their bytes in, one line of JSON per bundle out. */
import type { Writable } from "node:stream";
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import { checkBundle } from "./check.ts";
import type { CheckReport } from "./check-report.ts";
import type { FeatureForm } from "./golden-forms.ts";
import { loadRuntime } from "./runtime.ts";
import { assertSafe } from "./safety.ts";
import { confineThisProcess } from "./sandbox.ts";

/**
 * A request to the checking process, one line of JSON each. As many bytes follow as it says: first those of
 * `manifest.json`, then those of `model.onnx`.
 */
export interface Question {
  manifest: number;
  model: number;
  /** A report of everything, or only whether the bundle can be loaded: see safety.ts. */
  wanted: "report" | "safety";
}

/** A response, one line of JSON each. `failed` means that the check itself failed. */
export type Answer =
  | { report: CheckReport }
  | { safe: true }
  | { refused: string }
  | { failed: string };

/**
 * Loads the ONNX runtime, confines this process to a sandbox for the rest of its life, and answers
 * requests until the input ends. The caller must limit the memory of the process first.
 *
 * @param catalogue all features, in order.
 */
export async function answerChecks(
  questions: AsyncIterable<Uint8Array>,
  answers: Writable,
  catalogue: readonly FeatureForm[],
): Promise<void> {
  const input = new ByteReader(questions);
  const fault = await loadRuntime().then(() => null, oneLine);
  const sandbox = confineThisProcess();
  for (let line = await input.line(); line !== null; line = await input.line()) {
    const { manifest, model, wanted } = JSON.parse(line) as Question;
    const files = { manifest: await input.bytes(manifest), model: await input.bytes(model) };
    const find = async (): Promise<Answer> => {
      if (wanted === "report")
        return { report: { ...(await checkBundle(files, catalogue)), sandbox } };
      await assertSafe(files, catalogue);
      return { safe: true };
    };
    const answer = fault === null ? await find().catch(refusalOrFault) : { failed: fault };
    await new Promise((written) => answers.write(`${JSON.stringify(answer)}\n`, written));
  }
}

function refusalOrFault(error: unknown): Answer {
  if (error instanceof BundleRefused) return { refused: oneLineOf(error.message) };
  return { failed: oneLine(error) };
}

/** Unlike {@link oneLine}, without a limit on the length. */
function oneLineOf(message: string): string {
  return message.replace(/[\s\p{Cc}]+/gu, " ");
}

const newline = 10;

/** Reads lines and counted bytes from one stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** @returns the next line without its end; null at the end of the input. */
  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(newline);
      if (end >= 0) {
        const line = new TextDecoder().decode(this.#rest.subarray(0, end));
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      const more = await this.#next();
      if (!more) return null;
      this.#rest = Buffer.concat([this.#rest, more]);
    }
  }

  /** @throws Error where the input ends before. */
  async bytes(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      if (this.#rest.byteLength === 0) {
        const more = await this.#next();
        if (!more) throw new Error("the input ends inside a file");
        this.#rest = more;
      }
      const piece = this.#rest.subarray(0, length - at);
      bytes.set(piece, at);
      at += piece.byteLength;
      this.#rest = this.#rest.subarray(piece.byteLength);
    }
    return bytes;
  }

  async #next(): Promise<Uint8Array | null> {
    const { done, value } = await this.#chunks.next();
    return done ? null : value;
  }
}
