/** The report of `model check`, as exchanged between processes and printed with `--json`. */
import { type Static, Type } from "@sinclair/typebox";

const text = () => Type.String();
const number = () => Type.Number();

const bin = Type.Object({
  probability: number(),
  observed: number(),
  attempts: number(),
  frauds: number(),
  pointsOff: number(),
  pointsBeyondChance: number(),
});

export const CheckReportSchema = Type.Object({
  ok: Type.Literal(true),
  name: text(),
  version: text(),
  createdAt: text(),
  /** The hash of `model.onnx`, in hexadecimal digits. */
  sha256: text(),
  /** The size of `model.onnx`. */
  bytes: number(),
  /** The file's metadata. */
  file: Type.Object({
    producer: text(),
    irVersion: number(),
    opsets: Type.Record(Type.String(), Type.Number()),
  }),
  input: Type.Object({ name: text(), type: text(), features: Type.Array(text()) }),
  /** `tensor` is read; it differs from `name` where the file was rewritten. */
  output: Type.Object({
    name: text(),
    tensor: text(),
    form: text(),
    column: number(),
    kind: text(),
  }),
  /** How the model was changed in memory before loading; null if unchanged. */
  rewritten: Type.Union([text(), Type.Null()]),
  /** `worst` is the largest difference from a golden probability. */
  golden: Type.Object({ rows: number(), worst: number() }),
  /** Probabilities over the features' ranges, and the largest effect of other rows in the batch. */
  probes: Type.Object({
    rows: number(),
    least: number(),
    greatest: number(),
    companyWorst: number(),
  }),
  calibration: Type.Object({
    kind: text(),
    evidence: Type.Union([
      Type.Null(),
      Type.Object({
        kind: text(),
        from: Type.Union([text(), Type.Null()]),
        all: bin,
        bins: Type.Array(bin),
      }),
    ]),
  }),
  /** Microseconds per row. */
  timing: Type.Object({ batch1: number(), batch32: number() }),
  budget: Type.Object({ rowMicros: number(), bytes: number() }),
  /** What confined the process that checked it; see sandbox.ts. */
  sandbox: Type.Object({ systemCalls: Type.Boolean(), files: Type.Boolean() }),
  warnings: Type.Array(text()),
});

/** Exists only for bundles that were not refused. */
export type CheckReport = Static<typeof CheckReportSchema>;
