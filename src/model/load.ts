/** Loads a model's bytes into the runtime, and says in plain words why it does not load. */
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import type { OnnxFile } from "./onnx-file.ts";
import { plainWords } from "./plain-words.ts";
import { openSession, RuntimeUnavailable, type Session } from "./runtime.ts";

/** Whose operators the runtime has. */
const DOMAINS = ["", "ai.onnx", "ai.onnx.ml", "com.microsoft"];

/**
 * @param outline of the same bytes.
 * @throws BundleRefused where the model is at fault.
 * @throws RuntimeUnavailable where the ONNX runtime itself does not load.
 */
export async function load(model: Uint8Array, outline: OnnxFile): Promise<Session> {
  assertWhole(outline);
  const strange = outline.domains.find((domain) => !DOMAINS.includes(domain));
  if (strange !== undefined) {
    throw new BundleRefused(
      `the model uses operators of the domain ${oneLine(strange)}, which the runtime does not have; ` +
        "export it with operators of ai.onnx and ai.onnx.ml only",
    );
  }
  try {
    return await openSession(model);
  } catch (error) {
    if (error instanceof RuntimeUnavailable) throw error;
    const words = plainWords(error);
    throw new BundleRefused(
      words ?? `the ONNX runtime does not load model.onnx: ${oneLine(error)}; export it anew`,
    );
  }
}

function assertWhole({ externalFiles }: OnnxFile): void {
  const [file] = externalFiles;
  if (file === undefined) return;
  const parts = file.split(/[\\/]/);
  const leaves = /^([\\/]|[A-Za-z]:)/.test(file) || parts.includes("..");
  const where = leaves ? "in a file outside its folder" : "in another file";
  throw new BundleRefused(
    `model.onnx keeps its weights ${where}; save it as one file ` +
      "(onnx.save with save_as_external_data=False, torch.onnx.export with external_data=False)",
  );
}
