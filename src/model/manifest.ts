import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { attributeFeaturePattern } from "../risk/features/attribute-feature.ts";
import { BundleRefused } from "./bundle-refused.ts";

export const manifestBytesMax = 16 * 1024 * 1024;
export const featuresMax = 512;
const goldenRowsMax = 1000;
const isotonicPointsMax = 10_000;
const backgroundRowsMax = 1000;
const evidenceBinsMax = 1000;
const evidenceScoresMax = 200_000;

const closed = { additionalProperties: false };
const probability = () => Type.Number({ minimum: 0, maximum: 1 });
/** One value per feature, in the model's order. JSON has no NaN: null stands for a missing value. */
const row = () => Type.Array(Type.Union([Type.Number(), Type.Null()]), { maxItems: featuresMax });
const points = () => Type.Array(probability(), { minItems: 1, maxItems: isotonicPointsMax });

/** Names appear in messages, logs and NAME@VERSION, so spaces and control characters are excluded. */
const named = (pattern: string) => Type.String({ pattern });
const tensorName = "^[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}$";
const featureName = `^(?:[A-Za-z][A-Za-z0-9_.]{0,127}|${attributeFeaturePattern})$`;

const calibrations = {
  none: Type.Object({ kind: Type.Literal("none") }, closed),
  // 1 / (1 + e^(a x + b)): with a from 0, a greater answer of the model would be a smaller probability, or the same.
  platt: Type.Object(
    { kind: Type.Literal("platt"), a: Type.Number({ exclusiveMaximum: 0 }), b: Type.Number() },
    closed,
  ),
  isotonic: Type.Object({ kind: Type.Literal("isotonic"), x: points(), y: points() }, closed),
};

/**
 * Evidence that the model is calibrated, from attempts that were not used for training: bins, or single
 * attempts with their outcomes. With weighted attempts, `attempts` and `frauds` are sums of weights with a
 * mean of 1. A bin's `probability` is the mean of its calibrated probabilities.
 */
const evidence = Type.Object(
  {
    from: Type.Optional(Type.String({ maxLength: 4096 })),
    bins: Type.Optional(
      Type.Array(
        Type.Object(
          {
            probability: probability(),
            attempts: Type.Number({ exclusiveMinimum: 0, maximum: 1e12 }),
            frauds: Type.Number({ minimum: 0, maximum: 1e12 }),
          },
          closed,
        ),
        { minItems: 1, maxItems: evidenceBinsMax },
      ),
    ),
    scores: Type.Optional(
      Type.Array(Type.Object({ probability: probability(), fraud: Type.Boolean() }, closed), {
        minItems: 1,
        maxItems: evidenceScoresMax,
      }),
    ),
  },
  closed,
);

/** Limits that replace the product's defaults. */
const budget = Type.Object(
  {
    /** Microseconds for a single row. */
    rowMicros: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
    /** Size of `model.onnx`. */
    bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024 })),
  },
  closed,
);

/** `manifest.json`: the model's name, input, output and calibration, and rows that verify it. */
const ManifestSchema = Type.Object(
  {
    schema: Type.Literal(1),
    name: named("^[a-z0-9][a-z0-9._-]{0,63}$"),
    version: named("^[0-9A-Za-z][0-9A-Za-z.+_-]{0,63}$"),
    createdAt: named(
      "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$",
    ),
    sha256: named("^[0-9a-f]{64}$"),
    input: Type.Object(
      {
        name: named(tensorName),
        features: Type.Array(named(featureName), {
          minItems: 1,
          maxItems: featuresMax,
          uniqueItems: true,
        }),
      },
      closed,
    ),
    output: Type.Object(
      {
        name: named(tensorName),
        column: Type.Integer({ minimum: 0, maximum: 4095 }),
        kind: Type.Union([Type.Literal("probability"), Type.Literal("logit")]),
      },
      closed,
    ),
    calibration: Type.Union(Object.values(calibrations)),
    calibrationEvidence: Type.Optional(evidence),
    budget: Type.Optional(budget),
    /**
     * The share of fraud among the attempts that the probability is calibrated to. Without it, the
     * probability cannot be shifted to a project's own rate.
     */
    baseRate: Type.Optional(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 })),
    trainedOn: Type.Optional(Type.String({ maxLength: 4096 })),
    metrics: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 256 })),
    golden: Type.Array(
      Type.Object(
        {
          features: row(),
          probability: probability(),
        },
        closed,
      ),
      { minItems: 1, maxItems: goldenRowsMax },
    ),
    /** The distribution of the training data; src/evaluation/drift/reference.ts reads it. */
    reference: Type.Optional(Type.Unknown()),
    /** Typical legitimate attempts with which reasons compare; 32 of them are used. */
    background: Type.Optional(Type.Array(row(), { minItems: 1, maxItems: backgroundRowsMax })),
  },
  closed,
);

export type Manifest = Static<typeof ManifestSchema>;
export type Evidence = Static<typeof evidence>;

/**
 * Reads `manifest.json`.
 *
 * @param text UTF-8, at most {@link manifestBytesMax} bytes.
 * @throws BundleRefused with the JSON Pointer of the first issue.
 */
export function parseManifest(text: string | Uint8Array): Manifest {
  if (text.length > manifestBytesMax) {
    throw new BundleRefused("manifest.json is over 16 MiB; keep fewer golden rows");
  }
  const manifest = parseJson(text);
  const issue = firstIssue(ManifestSchema, manifest);
  if (issue) throw invalid(issue);
  assertConsistent(manifest as Manifest);
  return manifest as Manifest;
}

function parseJson(text: string | Uint8Array): unknown {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return JSON.parse(typeof text === "string" ? text : decoder.decode(text));
  } catch {
    throw new BundleRefused(
      "manifest.json is not JSON in UTF-8; write it again with a JSON library",
    );
  }
}

function firstIssue(schema: TSchema, value: unknown, at = ""): string | null {
  if (Value.Check(schema, value)) return null; // In a third of the time in which it is found that nothing is wrong.
  const issue = Value.Errors(schema, value).First()!;
  // The error of a union is unspecific; validating against the intended kind gives a better one.
  if (issue.path === "/calibration") {
    const calibration = issue.value as { kind?: keyof typeof calibrations } | null;
    const meant = Object.entries(calibrations).find(([kind]) => kind === calibration?.kind);
    if (meant) return firstIssue(meant[1], calibration, issue.path);
    return "/calibration: kind must be none, platt or isotonic";
  }
  return `${at}${issue.path || "/"}: ${issue.message}`;
}

function assertConsistent({
  input,
  calibration,
  calibrationEvidence,
  golden,
  background = [],
}: Manifest): void {
  const width = input.features.length;
  const uneven = golden.findIndex((row) => row.features.length !== width);
  if (uneven >= 0) {
    throw invalid(
      `/golden/${uneven}/features: ` +
        `the model has ${width} features, the row has ${golden[uneven]?.features.length}`,
    );
  }
  const odd = background.findIndex((one) => one.length !== width);
  if (odd >= 0) {
    throw invalid(
      `/background/${odd}: the model has ${width} features, the row has ${background[odd]?.length}`,
    );
  }
  assertEvidence(calibrationEvidence);
  if (calibration.kind !== "isotonic") return;
  const { x, y } = calibration;
  const rises = x.every((value, i) => i === 0 || value > (x[i - 1] as number));
  const falls = y.some((value, i) => i > 0 && value < (y[i - 1] as number));
  if (x.length !== y.length) throw invalid("/calibration: x and y differ in length");
  if (!rises) throw invalid("/calibration/x: it must rise strictly");
  if (falls) throw invalid("/calibration/y: it must never fall");
}

function assertEvidence(evidence: Evidence | undefined): void {
  if (!evidence) return;
  if (!evidence.bins === !evidence.scores) {
    throw invalid("/calibrationEvidence: it must have either bins or scores");
  }
  const over = evidence.bins?.findIndex(({ attempts, frauds }) => frauds > attempts) ?? -1;
  if (over >= 0) throw invalid(`/calibrationEvidence/bins/${over}: more frauds than attempts`);
}

function invalid(issue: string): BundleRefused {
  return new BundleRefused(`manifest.json is not valid at ${issue}; fix it there`);
}
