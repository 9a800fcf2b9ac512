/** What an ONNX file says of itself, read without the runtime and without its weights. */
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import { all, eachField, NotWire, numberOf, textOf, textsOf } from "./wire.ts";

/** The numbers of the fields in onnx.proto3 that are read or written here. */
export const FIELD = {
  model: { irVersion: 1, producer: 2, producerVersion: 3, graph: 7, opset: 8, functions: 25 },
  opset: { domain: 1, version: 2 },
  function: { nodes: 7, domain: 10 },
  graph: { nodes: 1, initializers: 5, inputs: 11, outputs: 12, sparse: 15 },
  node: { inputs: 1, outputs: 2, type: 4, attributes: 5, domain: 7 },
  attribute: { name: 1, tensor: 5, graph: 6, ints: 8, texts: 9, tensors: 10, graphs: 11 },
  sparseAttribute: { one: 22, several: 23 },
  sparse: { values: 1, indices: 2 },
  tensor: { external: 13, location: 14 },
  entry: { key: 1, value: 2 },
  value: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { element: 1, shape: 2 },
  shape: { dimension: 1 },
} as const;

export interface OnnxNode {
  /** Such as `ZipMap`. */
  type: string;
  /** Such as `ai.onnx.ml`; empty is ONNX's own. */
  domain: string;
  inputs: string[];
  outputs: string[];
  /** The whole NodeProto. */
  bytes: Uint8Array;
}

export interface OnnxFile {
  /** Who wrote it, as it says; may be empty. */
  producer: string;
  irVersion: number;
  /** The version of each operator set, by its domain; `ai.onnx` is ONNX's own. */
  opsets: Record<string, number>;
  /** Of the main graph. */
  nodes: OnnxNode[];
  /** The names of the main graph's outputs. */
  outputs: string[];
  /** Domains that some operator belongs to and that are no functions of the file itself. */
  domains: string[];
  /** The other files that it wants its weights from. */
  externalFiles: string[];
}

/** Graphs inside attributes of graphs; real models have two or three. */
const DEPTH_MAX = 16;
const EXTERNAL = 1;

/**
 * Reads the outline of an ONNX file.
 * @throws BundleRefused where the bytes are no whole ONNX file.
 */
export function readOnnxFile(file: Uint8Array): OnnxFile {
  try {
    return outline(file);
  } catch (error) {
    if (!(error instanceof NotWire)) throw error;
    throw new BundleRefused(
      `model.onnx is no whole ONNX file (${error.message}); copy it anew from where it was exported`,
    );
  }
}

function outline(file: Uint8Array): OnnxFile {
  const graphs = all(file, FIELD.model.graph);
  if (graphs.length === 0) throw new NotWire("it holds no graph");
  const seen: Seen = { domains: new Set(), externalFiles: new Set() };
  for (const graph of graphs) lookInto(graph, seen, 0);
  const functions = all(file, FIELD.model.functions);
  for (const one of functions) lookAtNodes(all(one, FIELD.function.nodes), seen, 0);
  for (const one of functions) seen.domains.delete(textOf(one, FIELD.function.domain));
  const name = textOf(file, FIELD.model.producer);
  return {
    producer: oneLine(`${name} ${textOf(file, FIELD.model.producerVersion)}`),
    irVersion: numberOf(file, FIELD.model.irVersion),
    opsets: opsetsOf(file),
    nodes: graphs.flatMap((graph) => all(graph, FIELD.graph.nodes)).map(nodeOf),
    outputs: graphs
      .flatMap((graph) => all(graph, FIELD.graph.outputs))
      .map((value) => textOf(value, FIELD.value.name)),
    domains: [...seen.domains],
    externalFiles: [...seen.externalFiles],
  };
}

export function nodeOf(bytes: Uint8Array): OnnxNode {
  return {
    type: textOf(bytes, FIELD.node.type),
    domain: textOf(bytes, FIELD.node.domain),
    inputs: textsOf(bytes, FIELD.node.inputs),
    outputs: textsOf(bytes, FIELD.node.outputs),
    bytes,
  };
}

function opsetsOf(file: Uint8Array): Record<string, number> {
  const opsets = all(file, FIELD.model.opset).map((opset): [string, number] => [
    oneLine(textOf(opset, FIELD.opset.domain)) || "ai.onnx",
    numberOf(opset, FIELD.opset.version),
  ]);
  return Object.fromEntries(opsets);
}

interface Seen {
  domains: Set<string>;
  externalFiles: Set<string>;
}

function lookInto(graph: Uint8Array, seen: Seen, depth: number): void {
  if (depth > DEPTH_MAX) throw new NotWire("its graphs lie too deep in each other");
  lookAtNodes(all(graph, FIELD.graph.nodes), seen, depth);
  for (const tensor of all(graph, FIELD.graph.initializers)) lookAtTensor(tensor, seen);
  for (const sparse of all(graph, FIELD.graph.sparse)) lookAtSparse(sparse, seen);
}

function lookAtNodes(nodes: readonly Uint8Array[], seen: Seen, depth: number): void {
  for (const node of nodes) {
    seen.domains.add(textOf(node, FIELD.node.domain));
    for (const attribute of all(node, FIELD.node.attributes)) {
      lookAtAttribute(attribute, seen, depth);
    }
  }
}

/** In one pass: the numbers of a large ensemble are fields each. */
function lookAtAttribute(attribute: Uint8Array, seen: Seen, depth: number): void {
  const { tensor, tensors, graph, graphs } = FIELD.attribute;
  const { one, several } = FIELD.sparseAttribute;
  eachField(attribute, ({ number, wire, bytes }) => {
    if (wire !== 2) return;
    if (number === tensor || number === tensors) lookAtTensor(bytes, seen);
    else if (number === one || number === several) lookAtSparse(bytes, seen);
    else if (number === graph || number === graphs) lookInto(bytes, seen, depth + 1);
  });
}

function both(message: Uint8Array, one: number, several: number): Uint8Array[] {
  return [...all(message, one), ...all(message, several)];
}

function lookAtSparse(sparse: Uint8Array, seen: Seen): void {
  for (const tensor of both(sparse, FIELD.sparse.values, FIELD.sparse.indices)) {
    lookAtTensor(tensor, seen);
  }
}

function lookAtTensor(tensor: Uint8Array, seen: Seen): void {
  const entries = all(tensor, FIELD.tensor.external);
  if (entries.length === 0 && numberOf(tensor, FIELD.tensor.location) !== EXTERNAL) return;
  const place = entries.find((entry) => textOf(entry, FIELD.entry.key) === "location");
  seen.externalFiles.add(place ? textOf(place, FIELD.entry.value) : "");
}
