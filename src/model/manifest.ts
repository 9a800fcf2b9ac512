import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { BundleRefused } from "./bundle-refused.ts";

export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;
export const FEATURES_MAX = 512;
const GOLDEN_ROWS_MAX = 1000;
const ISOTONIC_POINTS_MAX = 10_000;
const BACKGROUND_ROWS_MAX = 1000;
const EVIDENCE_BINS_MAX = 1000;
const EVIDENCE_SCORES_MAX = 200_000;

const closed = { additionalProperties: false };
const probability = () => Type.Number({ minimum: 0, maximum: 1 });
/** One value a feature, in the model's order. JSON has no NaN: null stands for a missing value. */
const row = () => Type.Array(Type.Union([Type.Number(), Type.Null()]), { maxItems: FEATURES_MAX });
const points = () => Type.Array(probability(), { minItems: 1, maxItems: ISOTONIC_POINTS_MAX });

/** Names go into messages, logs and NAME@VERSION: no blanks, no quotes, no control characters. */
const named = (pattern: string) => Type.String({ pattern });
const TENSOR_NAME = "^[A-Za-z0-9_][A-Za-z0-9_.:/-]{0,127}$";
const FEATURE_NAME = "^[A-Za-z][A-Za-z0-9_.]{0,127}$";

const calibrations = {
  none: Type.Object({ kind: Type.Literal("none") }, closed),
  platt: Type.Object({ kind: Type.Literal("platt"), a: Type.Number(), b: Type.Number() }, closed),
  isotonic: Type.Object({ kind: Type.Literal("isotonic"), x: points(), y: points() }, closed),
};

/**
 * What shows that probabilities hold what they say, on attempts that the model did not learn from:
 * bins of them, or each with its outcome. Where attempts weigh differently, `attempts` and `frauds`
 * are sums of weights of mean 1. A bin's `probability` is the mean of the calibrated probabilities
 * in it.
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
        { minItems: 1, maxItems: EVIDENCE_BINS_MAX },
      ),
    ),
    scores: Type.Optional(
      Type.Array(Type.Object({ probability: probability(), fraud: Type.Boolean() }, closed), {
        minItems: 1,
        maxItems: EVIDENCE_SCORES_MAX,
      }),
    ),
  },
  closed,
);

/** What the model may cost, where that is not what the product allows by itself. */
const budget = Type.Object(
  {
    /** Microseconds for one row alone. */
    rowMicros: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100_000 })),
    /** Of `model.onnx`. */
    bytes: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 * 1024 * 1024 })),
  },
  closed,
);

/** `manifest.json`: what a model is called, what it wants, what it answers, and the proof. */
export const ManifestSchema = Type.Object(
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
        name: named(TENSOR_NAME),
        features: Type.Array(named(FEATURE_NAME), {
          minItems: 1,
          maxItems: FEATURES_MAX,
          uniqueItems: true,
        }),
      },
      closed,
    ),
    output: Type.Object(
      {
        name: named(TENSOR_NAME),
        column: Type.Integer({ minimum: 0, maximum: 4095 }),
        kind: Type.Union([Type.Literal("probability"), Type.Literal("logit")]),
      },
      closed,
    ),
    calibration: Type.Union(Object.values(calibrations)),
    calibrationEvidence: Type.Optional(evidence),
    budget: Type.Optional(budget),
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
      { minItems: 1, maxItems: GOLDEN_ROWS_MAX },
    ),
    /** What attempts looked like in training; src/drift/reference.ts reads it. */
    reference: Type.Optional(Type.Unknown()),
    /** Typical legitimate attempts, which reasons compare a decision with; 32 of them are used. */
    background: Type.Optional(Type.Array(row(), { minItems: 1, maxItems: BACKGROUND_ROWS_MAX })),
  },
  closed,
);

export type Manifest = Static<typeof ManifestSchema>;
export type Evidence = Static<typeof evidence>;

/**
 * Reads `manifest.json`.
 *
 * @param text UTF-8, at most {@link MANIFEST_BYTES_MAX} bytes.
 * @throws BundleRefused naming the first fault by its JSON Pointer.
 */
export function parseManifest(text: string | Uint8Array): Manifest {
  if (text.length > MANIFEST_BYTES_MAX) {
    throw new BundleRefused("manifest.json is over 16 MiB; keep fewer golden rows");
  }
  const manifest = parseJson(text);
  const fault = firstFault(ManifestSchema, manifest);
  if (fault) throw invalid(fault);
  assertConsistent(manifest as Manifest);
  return manifest as Manifest;
}

function parseJson(text: string | Uint8Array): unknown {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    return JSON.parse(typeof text === "string" ? text : decoder.decode(text));
  } catch {
    throw new BundleRefused("manifest.json is no JSON in UTF-8; write it anew with a JSON writer");
  }
}

function firstFault(schema: TSchema, value: unknown, at = ""): string | null {
  const fault = Value.Errors(schema, value).First();
  if (!fault) return null;
  // A union only says that none of its kinds fits; the kind that was meant says what is missing.
  if (fault.path === "/calibration") {
    const calibration = fault.value as { kind?: keyof typeof calibrations } | null;
    const meant = Object.entries(calibrations).find(([kind]) => kind === calibration?.kind);
    if (meant) return firstFault(meant[1], calibration, fault.path);
    return "/calibration: kind must be none, platt or isotonic";
  }
  return `${at}${fault.path || "/"}: ${fault.message}`;
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

function invalid(fault: string): BundleRefused {
  return new BundleRefused(`manifest.json is not valid at ${fault}; mend it there`);
}
