import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

/**
 * A bundle that must not go into service. The message is one line for the person who made it:
 * what is wrong and what to do, without paths and without values of this machine.
 */
export class BundleRefused extends Error {
  override readonly name = "BundleRefused";
}

export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024;
export const FEATURES_MAX = 512;
const GOLDEN_ROWS_MAX = 1000;
const ISOTONIC_POINTS_MAX = 10_000;

const closed = { additionalProperties: false };
const probability = () => Type.Number({ minimum: 0, maximum: 1 });
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
    trainedOn: Type.Optional(Type.String({ maxLength: 4096 })),
    metrics: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { maxProperties: 256 })),
    golden: Type.Array(
      Type.Object(
        {
          // JSON has no NaN: null stands for a missing value.
          features: Type.Array(Type.Union([Type.Number(), Type.Null()]), {
            maxItems: FEATURES_MAX,
          }),
          probability: probability(),
        },
        closed,
      ),
      { minItems: 1, maxItems: GOLDEN_ROWS_MAX },
    ),
  },
  closed,
);

export type Manifest = Static<typeof ManifestSchema>;

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
  if (fault) throw new BundleRefused(`manifest.json is not valid at ${fault}`);
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

function assertConsistent({ input, calibration, golden }: Manifest): void {
  const width = input.features.length;
  const uneven = golden.findIndex((row) => row.features.length !== width);
  if (uneven >= 0) {
    throw new BundleRefused(
      `manifest.json is not valid at /golden/${uneven}/features: ` +
        `the model has ${width} features, the row has ${golden[uneven]?.features.length}`,
    );
  }
  if (calibration.kind !== "isotonic") return;
  const { x, y } = calibration;
  if (x.length !== y.length) {
    throw new BundleRefused("manifest.json is not valid at /calibration: x and y differ in length");
  }
  if (x.some((value, i) => i > 0 && value <= (x[i - 1] as number))) {
    throw new BundleRefused("manifest.json is not valid at /calibration/x: it must rise strictly");
  }
  if (y.some((value, i) => i > 0 && value < (y[i - 1] as number))) {
    throw new BundleRefused("manifest.json is not valid at /calibration/y: it must never fall");
  }
}
