/**
 * The converters for scikit-learn and LightGBM end a classifier with `ZipMap`: a list with one map from
 * class to probability per row, which the runtime cannot return. The tensor that is its input can be.
 */

import { fieldNumbers, nodeOf, type OnnxFile } from "./onnx-file.ts";
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
  /** The file without the node. */
  file: Uint8Array;
  /** The tensor that replaces the output. */
  tensor: string;
  /** The classes of the tensor's columns, as named by the node. */
  classes: (string | number)[];
}

const floatType = 1;

/**
 * The file without the ZipMap that produces `output`, and with the ZipMap's input as an output instead.
 * Null where no ZipMap produces the output, or where removing it is not enough. All other bytes stay the
 * same.
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
  // Exactly one graph: parsers would merge several.
  const graphs = fields(file).filter(({ number }) => number === fieldNumbers.model.graph);
  const isUsed = nodes.some((node) => node.inputs.includes(output));
  if (!tensor || zipMap.inputs.length !== 1 || graphs.length !== 1 || isUsed) return null;
  return {
    file: replaced(file, ({ number, bytes }) =>
      number === fieldNumbers.model.graph
        ? written(number, graphWithout(bytes, output, tensor))
        : undefined,
    ),
    tensor,
    classes: classesOf(zipMap.bytes),
  };
}

function graphWithout(graph: Uint8Array, output: string, tensor: string): Uint8Array {
  const outputs = all(graph, fieldNumbers.graph.outputs);
  const isOutputAlready = outputs.some(
    (value) => textOf(value, fieldNumbers.value.name) === tensor,
  );
  return replaced(graph, ({ number, bytes }) => {
    if (number === fieldNumbers.graph.nodes) {
      return nodeOf(bytes).outputs.includes(output) ? null : undefined;
    }
    if (number !== fieldNumbers.graph.outputs) return undefined;
    if (textOf(bytes, fieldNumbers.value.name) !== output) return undefined;
    return isOutputAlready ? null : written(number, floats(tensor));
  });
}

/** A ValueInfoProto: a float tensor with two dynamic dimensions. */
function floats(name: string): Uint8Array {
  const open = written(fieldNumbers.shape.dimension, "");
  const type = joined([
    writtenNumber(fieldNumbers.tensorType.element, floatType),
    written(fieldNumbers.tensorType.shape, joined([open, open])),
  ]);
  return joined([
    written(fieldNumbers.value.name, name),
    written(fieldNumbers.value.type, written(fieldNumbers.type.tensor, type)),
  ]);
}

/** `classlabels_int64s` or `classlabels_strings`. */
function classesOf(zipMap: Uint8Array): (string | number)[] {
  const { name, ints, texts } = fieldNumbers.attribute;
  return all(zipMap, fieldNumbers.node.attributes).flatMap((attribute): (string | number)[] => {
    const called = textOf(attribute, name);
    if (called === "classlabels_strings") return textsOf(attribute, texts);
    return called === "classlabels_int64s" ? numbersOf(attribute, ints) : [];
  });
}

/** Packed or unpacked; exporters write both. */
function numbersOf(message: Uint8Array, number: number): number[] {
  const found: number[] = [];
  for (const field of fields(message)) {
    if (field.number !== number) continue;
    if (field.wire === 0) found.push(field.value);
    else if (field.wire === 2) found.push(...packed(field.bytes));
  }
  return found;
}

/** The numbers of a packed list. */
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
