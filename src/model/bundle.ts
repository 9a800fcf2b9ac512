import { createHash } from "node:crypto";
import { type Bound, bind } from "./bind.ts";
import { type BundleFiles, MODEL_BYTES_MAX, readBundleFiles, tooLarge } from "./bundle-files.ts";
import { BundleRefused } from "./bundle-refused.ts";
import { assertGolden } from "./golden.ts";
import { load } from "./load.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { type OnnxFile, readOnnxFile } from "./onnx-file.ts";
import type { Port } from "./runtime.ts";
import { type Rewritten, withoutZipMap } from "./zip-map.ts";

export { type BundleFiles, BundleRefused, MODEL_BYTES_MAX };

/** A bundle that was read, checked and loaded. Whoever holds it closes it. */
export interface Bundle extends Bound {
  readonly manifest: Manifest;
  /** What `model.onnx` says of itself. */
  readonly outline: OnnxFile;
  /** The output that is read, as the runtime tells it. */
  readonly output: Port;
  /** Where the manifest's output came through a ZipMap: what stands in its place. */
  readonly rewritten: Omit<Rewritten, "file"> | null;
  /** The largest difference of a golden row. */
  readonly goldenWorst: number;
  close(): void;
}

/**
 * Checks a bundle and loads its model: the manifest, the hash, the features, the tensors, and that
 * the runtime reproduces every golden row. It is what each start does with a bundle that
 * `model check` has looked at before; bytes that nobody has checked are never to be read in the
 * service's own process.
 *
 * A ZipMap before the output is dropped in memory: the file, and so its hash, stays what the
 * toolkit wrote.
 *
 * @param catalogue the names of all features, in order.
 * @throws BundleRefused where the bundle is at fault.
 * @throws RuntimeUnavailable where the ONNX runtime itself does not load.
 */
export async function readBundle(
  files: BundleFiles,
  catalogue: readonly string[],
): Promise<Bundle> {
  if (files.model.byteLength > MODEL_BYTES_MAX) throw tooLarge("model.onnx", MODEL_BYTES_MAX);
  const manifest = parseManifest(files.manifest);
  assertHash(files.model, manifest);
  assertSize(files.model, manifest);
  assertFeatures(manifest, catalogue);
  const outline = readOnnxFile(files.model);
  const rewritten = withoutZipMap(files.model, outline, manifest.output.name);
  const tensor = rewritten?.tensor ?? manifest.output.name;
  const session = await load(rewritten?.file ?? files.model, outline);
  try {
    const bound = bind(session, manifest, tensor);
    return {
      ...bound,
      manifest,
      outline,
      output: session.outputs.find(({ name }) => name === tensor)!,
      rewritten: rewritten && { tensor, classes: rewritten.classes },
      goldenWorst: assertGolden(bound, manifest),
      close: () => session.close(),
    };
  } catch (error) {
    session.close();
    throw error;
  }
}

/**
 * {@link readBundle} on a folder with `model.onnx` and `manifest.json`; other files are ignored.
 *
 * @throws as readBundle, and BundleRefused where one of the two files cannot be read.
 */
export async function readBundleFolder(dir: string, catalogue: readonly string[]): Promise<Bundle> {
  return readBundle(await readBundleFiles(dir), catalogue);
}

function assertHash(model: Uint8Array, manifest: Manifest): void {
  const sha256 = createHash("sha256").update(model).digest("hex");
  if (sha256 === manifest.sha256) return;
  throw new BundleRefused(
    `model.onnx has sha256 ${sha256}, manifest.json says ${manifest.sha256}; ` +
      "copy both anew from one training run",
  );
}

function assertSize(model: Uint8Array, { budget }: Manifest): void {
  const max = budget?.bytes ?? MODEL_BYTES_MAX;
  if (model.byteLength <= max) return;
  throw new BundleRefused(
    `model.onnx has ${model.byteLength} bytes, and its budget is ${max}; ` +
      "make it smaller, or state another budget.bytes",
  );
}

function assertFeatures(manifest: Manifest, catalogue: readonly string[]): void {
  const known = new Set(catalogue);
  const unknown = manifest.input.features.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const listed = unknown.slice(0, 5).join(", ") + (unknown.length > 5 ? ", …" : "");
  throw new BundleRefused(
    `the model wants ${unknown.length} features that this version does not compute (${listed}); ` +
      "train it on the catalogue of this version",
  );
}
