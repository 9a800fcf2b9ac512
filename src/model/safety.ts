/** Whether a bundle that came with somebody else's data can be loaded. Runs in a separate process: see checker.ts. */
import { type Bundle, readBundle } from "./bundle.ts";
import type { BundleFiles } from "./bundle-files.ts";
import { BundleRefused, BundleUnsafe } from "./bundle-refused.ts";
import { type FeatureForm, formOf } from "./golden-forms.ts";
import { parseManifest } from "./manifest.ts";
import type { OnnxFile } from "./onnx-file.ts";
import { assertOperators } from "./operators.ts";
import { exercise } from "./probe.ts";
import { assertConstantShapes } from "./shape-inputs.ts";

/** @throws BundleUnsafe where its operators or shapes are not those that a model may have. */
export function assertSafeFile(file: OnnxFile): void {
  assertOperators(file);
  assertConstantShapes(file);
}

/**
 * Loads a bundle and scores rows with it, so that whatever that does is done to this process. What is demanded of a
 * new model only (accuracy, speed, features of this version) is not looked at: this one may have decided before. A
 * bundle that {@link readBundle} refuses is safe, since it is refused wherever it is used.
 *
 * @param catalogue all features.
 * @throws BundleUnsafe where the bundle must not be loaded.
 */
export async function assertSafe(
  files: BundleFiles,
  catalogue: readonly FeatureForm[],
): Promise<void> {
  const bundle = await usable(files);
  if (!bundle) return;
  try {
    const { manifest } = bundle;
    const forms = manifest.input.features.map((name) => formOf(name, catalogue));
    exercise(bundle, manifest, forms);
  } finally {
    bundle.close();
  }
}

async function usable(files: BundleFiles): Promise<Bundle | null> {
  try {
    return await readBundle(files, parseManifest(files.manifest).input.features, assertSafeFile);
  } catch (error) {
    if (error instanceof BundleRefused && !(error instanceof BundleUnsafe)) return null;
    throw error;
  }
}
