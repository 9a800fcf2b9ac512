/**
 * scikit-learn's and LightGBM's converters end a classifier with `ZipMap`: a list of maps from
 * class to probability, one a row, which the runtime cannot hand over. The tensor that it is made
 * from can be.
 */

import { FIELD, nodeOf, type OnnxFile } from "./onnx-file.ts";
import {
  all,
  fields,
  joined,
  numberOf,
  replaced,
  textOf,
  textsOf,
  written,
  writtenNumber,
} from "./wire.ts";

export interface Rewritten {
  /** The file without that one node. */
  file: Uint8Array;
  /** The tensor that stands in the place of the output. */
  tensor: string;
  /** What the columns of the tensor are, as the node had named them. */
  classes: (string | number)[];
}

const FLOAT = 1;

/**
 * The file with the ZipMap that makes `output` dropped, and the ZipMap's own input as output in
 * its place; null where no ZipMap makes that output, or where dropping it is not all it takes.
 * Every other byte stays what it is.
 */
export function withoutZipMap(
  file: Uint8Array,
  { nodes }: OnnxFile,
  output: string,
): Rewritten | null {
  const made = nodes.filter((node) => node.outputs.includes(output));
  const [zipMap] = made;
  if (made.length !== 1 || zipMap?.type !== "ZipMap" || zipMap.domain !== "ai.onnx.ml") return null;
  const [tensor] = zipMap.inputs;
  // One graph only: several would be merged by whoever reads them.
  const graphs = fields(file).filter(({ number }) => number === FIELD.model.graph);
  const isUsed = nodes.some((node) => node.inputs.includes(output));
  if (!tensor || zipMap.inputs.length !== 1 || graphs.length !== 1 || isUsed) return null;
  return {
    file: replaced(file, ({ number, bytes }) =>
      number === FIELD.model.graph
        ? written(number, graphWithout(bytes, output, tensor))
        : undefined,
    ),
    tensor,
    classes: classesOf(zipMap.bytes),
  };
}

function graphWithout(graph: Uint8Array, output: string, tensor: string): Uint8Array {
  const outputs = all(graph, FIELD.graph.outputs);
  const isOutputAlready = outputs.some((value) => textOf(value, FIELD.value.name) === tensor);
  return replaced(graph, ({ number, bytes }) => {
    if (number === FIELD.graph.nodes) {
      return nodeOf(bytes).outputs.includes(output) ? null : undefined;
    }
    if (number !== FIELD.graph.outputs) return undefined;
    if (textOf(bytes, FIELD.value.name) !== output) return undefined;
    return isOutputAlready ? null : written(number, floats(tensor));
  });
}

/** A ValueInfoProto: a float tensor of two dimensions, both left open. */
function floats(name: string): Uint8Array {
  const open = written(FIELD.shape.dimension, "");
  const type = joined([
    writtenNumber(FIELD.tensorType.element, FLOAT),
    written(FIELD.tensorType.shape, joined([open, open])),
  ]);
  return joined([
    written(FIELD.value.name, name),
    written(FIELD.value.type, written(FIELD.type.tensor, type)),
  ]);
}

/** `classlabels_int64s` or `classlabels_strings`. */
function classesOf(zipMap: Uint8Array): (string | number)[] {
  const { name, ints, texts } = FIELD.attribute;
  return all(zipMap, FIELD.node.attributes).flatMap((attribute): (string | number)[] => {
    const called = textOf(attribute, name);
    if (called === "classlabels_strings") return textsOf(attribute, texts);
    return called === "classlabels_int64s" ? numbersOf(attribute, ints) : [];
  });
}

/** Packed or not: both are written. */
function numbersOf(message: Uint8Array, number: number): number[] {
  const found: number[] = [];
  for (const field of fields(message)) {
    if (field.number !== number) continue;
    if (field.wire === 0) found.push(field.value);
    else if (field.wire === 2) found.push(...packed(field.bytes));
  }
  return found;
}

/** Each number of a packed list, read as a field of its own. */
function packed(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let end = at;
    while ((bytes[end] ?? 0) >= 0x80) end++;
    numbers.push(numberOf(joined([Uint8Array.of(8), bytes.subarray(at, end + 1)]), 1));
    at = end + 1;
  }
  return numbers;
}
