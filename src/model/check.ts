/** Everything that `model check` asks of a bundle. For a process of its own: see checker.ts. */

import { describePort } from "./bind.ts";
import { type Bundle, readBundle } from "./bundle.ts";
import { MODEL_BYTES_MAX, readBundleFiles } from "./bundle-files.ts";
import { oneLine } from "./bundle-refused.ts";
import type { CheckReport } from "./check-report.ts";
import { weigh } from "./evidence.ts";
import type { Manifest } from "./manifest.ts";
import { type FeatureForm, type Probed, probe } from "./probe.ts";
import { measure, ROW_MICROS_MAX } from "./timing.ts";

/** With fewer, a model that was altered may go unseen. */
const GOLDEN_ROWS_MIN = 20;

/**
 * Checks a bundle's folder in this very process: what {@link readBundle} does, and then its
 * evidence, its answers all over the features' ranges, and its speed.
 *
 * @param catalogue all features, in order.
 * @throws BundleRefused where the bundle is at fault.
 * @throws RuntimeUnavailable where the ONNX runtime itself does not load.
 */
export async function checkBundle(
  folder: string,
  catalogue: readonly FeatureForm[],
): Promise<CheckReport> {
  const files = await readBundleFiles(folder);
  const names = catalogue.map(({ name }) => name);
  const bundle = await readBundle(files, names);
  try {
    const { manifest } = bundle;
    const evidence = manifest.calibrationEvidence && weigh(manifest.calibrationEvidence);
    const forms = manifest.input.features.map((name) => catalogue[names.indexOf(name)]!);
    const probed = probe(bundle, manifest, forms);
    const { rowMicros = ROW_MICROS_MAX, bytes = MODEL_BYTES_MAX } = manifest.budget ?? {};
    return {
      ok: true,
      name: manifest.name,
      version: manifest.version,
      createdAt: manifest.createdAt,
      sha256: manifest.sha256,
      bytes: files.model.byteLength,
      file: {
        producer: bundle.outline.producer,
        irVersion: bundle.outline.irVersion,
        opsets: bundle.outline.opsets,
      },
      input: { ...manifest.input, type: bundle.type },
      output: {
        ...manifest.output,
        tensor: oneLine(bundle.output.name),
        form: describePort(bundle.output),
      },
      rewritten: rewrittenText(bundle),
      golden: { rows: manifest.golden.length, worst: bundle.goldenWorst },
      probes: probed,
      calibration: { kind: manifest.calibration.kind, evidence: evidence?.weighed ?? null },
      timing: measure(bundle, manifest),
      budget: { rowMicros, bytes },
      warnings: [...warningsOf(manifest, probed), ...(evidence?.warnings ?? [])],
    };
  } finally {
    bundle.close();
  }
}

function rewrittenText({ rewritten, manifest: { output } }: Bundle): string | null {
  if (!rewritten) return null;
  const { tensor, classes } = rewritten;
  const meant = classes[output.column];
  return (
    `the ZipMap that made ${output.name} is dropped, and its tensor ${oneLine(tensor)} is read` +
    (meant === undefined ? "" : `; column ${output.column} is its class ${oneLine(meant)}`)
  );
}

function warningsOf({ calibrationEvidence, budget, golden, input }: Manifest, probed: Probed) {
  const warnings: string[] = [];
  if (probed.least === probed.greatest) {
    warnings.push(`the model answers ${probed.least} whatever it is asked; was it trained?`);
  }
  if (!calibrationEvidence) {
    warnings.push(
      "the bundle has no calibrationEvidence: nothing shows that its probabilities hold what they say",
    );
  }
  if ((budget?.rowMicros ?? 0) > ROW_MICROS_MAX) {
    warnings.push(
      `its budget is ${budget?.rowMicros} µs a row, over the product's ${ROW_MICROS_MAX}`,
    );
  }
  if (golden.length < GOLDEN_ROWS_MIN) {
    warnings.push(
      `${golden.length} golden rows show little of an altered model; give ${GOLDEN_ROWS_MIN} or more`,
    );
  }
  const unmoved = input.features.filter((_, i) =>
    golden.every(({ features }) => features[i] === golden[0]!.features[i]),
  );
  if (unmoved.length > 0) {
    const listed = unmoved.slice(0, 5).join(", ") + (unmoved.length > 5 ? ", …" : "");
    warnings.push(
      `${unmoved.length} features have one value in all golden rows (${listed}); vary them`,
    );
  }
  return warnings;
}
