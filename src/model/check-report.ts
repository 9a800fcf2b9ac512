/** What `model check` found: the form in which one process hands it to another, and to people. */
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
  /** Of `model.onnx`, in hexadecimal digits. */
  sha256: text(),
  /** Of `model.onnx`. */
  bytes: number(),
  /** What the file says of its making. */
  file: Type.Object({
    producer: text(),
    irVersion: number(),
    opsets: Type.Record(Type.String(), Type.Number()),
  }),
  input: Type.Object({ name: text(), type: text(), features: Type.Array(text()) }),
  /** `tensor` is what is read: another than `name` where the file was rewritten. */
  output: Type.Object({
    name: text(),
    tensor: text(),
    form: text(),
    column: number(),
    kind: text(),
  }),
  /** What was done to the model in memory before it was loaded; null for nothing. */
  rewritten: Type.Union([text(), Type.Null()]),
  /** The largest difference of a golden probability. */
  golden: Type.Object({ rows: number(), worst: number() }),
  /** What it answers all over the features' ranges, and how much company changes an answer. */
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
  /** Microseconds a row. */
  timing: Type.Object({ batch1: number(), batch32: number() }),
  budget: Type.Object({ rowMicros: number(), bytes: number() }),
  warnings: Type.Array(text()),
});

/** Only of a bundle that was not refused. */
export type CheckReport = Static<typeof CheckReportSchema>;
