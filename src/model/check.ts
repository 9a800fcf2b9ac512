/** All checks of `model check`. They run in a separate process: see checker.ts. */

import { describePort } from "./bind.ts";
import { type Bundle, readBundle } from "./bundle.ts";
import type { BundleFiles } from "./bundle-files.ts";
import { oneLine } from "./bundle-refused.ts";
import type { CheckReport } from "./check-report.ts";
import { weigh } from "./evidence.ts";
import { assertGoldenForms, type FeatureForm, formOf } from "./golden-forms.ts";
import type { Manifest } from "./manifest.ts";
import { type Probed, probe } from "./probe.ts";
import { assertSafeFile } from "./safety.ts";
import { budgetOf, measure, rowMicrosMax } from "./timing.ts";

/** With fewer, an altered model may not be detected. */
const goldenRowsMin = 20;

/** What a check finds in a bundle, wherever it ran. */
export type BundleReport = Omit<CheckReport, "sandbox">;

/**
 * Checks a bundle in the current process: everything {@link readBundle} does, its operators and
 * shapes, then the values of the golden rows, the calibration evidence, the speed, and the output over the features'
 * ranges.
 *
 * @param catalogue all features, in order.
 * @throws BundleRefused where the bundle is invalid.
 * @throws RuntimeUnavailable where the ONNX runtime itself does not load.
 */
export async function checkBundle(
  files: BundleFiles,
  catalogue: readonly FeatureForm[],
): Promise<BundleReport> {
  const names = catalogue.map(({ name }) => name);
  const bundle = await readBundle(files, names, assertSafeFile);
  try {
    const { manifest } = bundle;
    const evidence = manifest.calibrationEvidence && weigh(manifest.calibrationEvidence);
    const forms = manifest.input.features.map((name) => formOf(name, catalogue));
    assertGoldenForms(manifest, forms);
    const timing = measure(bundle, manifest);
    const probed = probe(bundle, manifest, forms);
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
      timing,
      budget: budgetOf(manifest),
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
    warnings.push(`the model returns ${probed.least} for every input; was it trained?`);
  }
  if (!calibrationEvidence) {
    warnings.push(
      "the bundle has no calibrationEvidence: nothing shows that its probabilities hold what they say",
    );
  }
  if ((budget?.rowMicros ?? 0) > rowMicrosMax) {
    warnings.push(
      `its budget is ${budget?.rowMicros} µs a row, over the product's ${rowMicrosMax}`,
    );
  }
  if (golden.length < goldenRowsMin) {
    warnings.push(
      `${golden.length} golden rows show little of an altered model; give ${goldenRowsMin} or more`,
    );
  }
  const unmoved = input.features.filter((_, i) =>
    golden.every(({ features }) => features[i] === golden[0]!.features[i]),
  );
  if (unmoved.length > 0) {
    const listed = unmoved.slice(0, 5).join(", ") + (unmoved.length > 5 ? ", …" : "");
    warnings.push(
      `${unmoved.length} ${unmoved.length === 1 ? "feature is" : "features are"} constant in all golden rows (${listed}); vary them`,
    );
  }
  return warnings;
}
