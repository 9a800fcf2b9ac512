import { createHash } from "node:crypto";
import { attributeFeature } from "../risk/features/attribute-feature.ts";
import { type Bound, bind } from "./bind.ts";
import { type BundleFiles, modelBytesMax, readBundleFiles, tooLarge } from "./bundle-files.ts";
import { BundleRefused, oneLine, refusalOf } from "./bundle-refused.ts";
import { calibrate } from "./calibration.ts";
import { assertGolden } from "./golden.ts";
import { type Manifest, parseManifest } from "./manifest.ts";
import { isRuntimeDomain, type OnnxFile, readOnnxFile } from "./onnx-file.ts";
import { type TreeModel, treeModel } from "./row-scorer.ts";
import { openSession, type Port, RuntimeUnavailable, type Session } from "./runtime.ts";
import { type Rewritten, withoutZipMap } from "./zip-map.ts";

export { type BundleFiles, BundleRefused, modelBytesMax };

/** A validated and loaded bundle. The owner must close it. */
export interface Bundle extends Bound {
  readonly manifest: Manifest;
  /** The metadata of `model.onnx`. */
  readonly outline: OnnxFile;
  /** The output that is read, as described by the runtime. */
  readonly output: Port;
  /** How the file was rewritten, where the manifest's output came from a ZipMap. */
  readonly rewritten: Omit<Rewritten, "file"> | null;
  /** The largest difference in a golden row. */
  readonly goldenWorst: number;
  /**
   * The model's trees, scored without the runtime; null where the model is not one of decision trees. Its
   * outputs are calibrated probabilities; those of `score` are those of `predict` in every bit.
   */
  trees(): TreeModel | null;
  close(): void;
}

/**
 * Validates a bundle and loads its model: the manifest, the hash, the features, the tensors, and that
 * the runtime reproduces every golden row. Each start does this with bundles that have passed
 * `model check`; unchecked bytes must never be read in the service's own process.
 *
 * A ZipMap before the output is removed in memory only, so the file and its hash do not change.
 *
 * @param catalogue the names of all features, in order.
 * @param assertFile looks at the outline of `model.onnx` before the runtime does.
 * @throws BundleRefused where the bundle is invalid.
 * @throws RuntimeUnavailable where the ONNX runtime itself does not load.
 */
export async function readBundle(
  files: BundleFiles,
  catalogue: readonly string[],
  assertFile: (outline: OnnxFile) => void = () => {},
): Promise<Bundle> {
  if (files.model.byteLength > modelBytesMax) throw tooLarge("model.onnx", modelBytesMax);
  const manifest = parseManifest(files.manifest);
  assertHash(files.model, manifest);
  assertSize(files.model, manifest);
  assertFeatures(manifest, catalogue);
  const outline = readOnnxFile(files.model);
  const rewritten = withoutZipMap(files.model, outline, manifest.output.name);
  const tensor = rewritten?.tensor ?? manifest.output.name;
  const session = await load(rewritten?.file ?? files.model, outline, assertFile);
  try {
    const bound = bind(session, manifest, tensor);
    let trees: TreeModel | null | undefined;
    return {
      ...bound,
      manifest,
      outline,
      output: session.outputs.find(({ name }) => name === tensor)!,
      rewritten: rewritten && { tensor, classes: rewritten.classes },
      goldenWorst: assertGolden(bound, manifest),
      trees() {
        if (trees === undefined) {
          trees = calibrated(treeModel(outline, bound, manifest, tensor), manifest);
        }
        return trees;
      },
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

function calibrated(trees: TreeModel | null, { calibration, output }: Manifest): TreeModel | null {
  if (!trees) return null;
  const probability = (raw: number) => calibrate(calibration, output.kind, raw);
  return {
    roots: trees.roots,
    score: (row) => probability(trees.score(row)),
    scoreOfSum: (sum) => probability(trees.scoreOfSum(sum)),
  };
}

async function load(
  model: Uint8Array,
  outline: OnnxFile,
  assertFile: (outline: OnnxFile) => void,
): Promise<Session> {
  assertSelfContained(outline);
  const unknown = outline.domains.find((domain) => !isRuntimeDomain(domain));
  if (unknown !== undefined) {
    throw new BundleRefused(
      `the model uses operators of the domain ${oneLine(unknown)}, which the runtime does not have; ` +
        "export it with operators of ai.onnx and ai.onnx.ml only",
    );
  }
  assertFile(outline);
  try {
    return await openSession(model);
  } catch (error) {
    if (error instanceof RuntimeUnavailable) throw error;
    throw refusalOf(
      error,
      `the ONNX runtime does not load model.onnx: ${oneLine(error)}; export it again`,
    );
  }
}

function assertSelfContained({ externalFiles }: OnnxFile): void {
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

function assertHash(model: Uint8Array, manifest: Manifest): void {
  const sha256 = createHash("sha256").update(model).digest("hex");
  if (sha256 === manifest.sha256) return;
  throw new BundleRefused(
    `model.onnx has sha256 ${sha256}, manifest.json says ${manifest.sha256}; ` +
      "copy both again from the same training run",
  );
}

function assertSize(model: Uint8Array, { budget }: Manifest): void {
  const max = budget?.bytes ?? modelBytesMax;
  if (model.byteLength <= max) return;
  throw new BundleRefused(
    `model.onnx has ${model.byteLength} bytes, and its budget is ${max}; ` +
      "make it smaller, or state another budget.bytes",
  );
}

function assertFeatures(manifest: Manifest, catalogue: readonly string[]): void {
  const known = new Set(catalogue);
  const unknown = manifest.input.features.filter(
    (name) => !known.has(name) && !attributeFeature(name),
  );
  if (unknown.length === 0) return;
  const listed = unknown.slice(0, 5).join(", ") + (unknown.length > 5 ? ", …" : "");
  throw new BundleRefused(
    `the model requires ${unknown.length} features that this version does not compute (${listed}); ` +
      "train it on the catalogue of this version",
  );
}
