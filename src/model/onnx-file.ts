/**
 * Reads the structure of an ONNX file without the runtime and without decoding its weights.
 *
 * A generated decoder is not used: decoding all fields of a hostile 30 MB file takes 1 GB of memory and
 * ten times as long, where this reader needs 4 MB.
 */
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import { all, eachField, InvalidWireFormat, numberOf, textOf, textsOf } from "./wire.ts";

/** The field numbers of onnx.proto3 that are read or written here. */
export const fieldNumbers = {
  model: { irVersion: 1, producer: 2, producerVersion: 3, graph: 7, opset: 8, functions: 25 },
  opset: { domain: 1, version: 2 },
  function: { name: 1, inputs: 4, outputs: 5, nodes: 7, domain: 10 },
  graph: { nodes: 1, initializers: 5, inputs: 11, outputs: 12, sparse: 15 },
  node: { inputs: 1, outputs: 2, type: 4, attributes: 5, domain: 7 },
  attribute: {
    name: 1,
    text: 4,
    tensor: 5,
    graph: 6,
    floats: 7,
    ints: 8,
    texts: 9,
    tensors: 10,
    graphs: 11,
  },
  sparseAttribute: { one: 22, several: 23 },
  sparse: { values: 1, indices: 2 },
  tensor: { name: 8, external: 13, location: 14 },
  entry: { key: 1, value: 2 },
  value: { name: 1, type: 2 },
  type: { tensor: 1 },
  tensorType: { element: 1, shape: 2 },
  shape: { dimension: 1 },
} as const;

export interface OnnxNode {
  /** For example `ZipMap`. */
  type: string;
  /** For example `ai.onnx.ml`; empty for ONNX's own operators. */
  domain: string;
  inputs: string[];
  outputs: string[];
  /** The encoded NodeProto. */
  bytes: Uint8Array;
}

/** A function that the file defines itself. */
export interface OnnxFunction {
  domain: string;
  name: string;
  inputs: string[];
  outputs: string[];
  nodes: OnnxNode[];
}

export interface OnnxFile {
  /** The program that wrote the file; may be empty. */
  producer: string;
  irVersion: number;
  /** The version of each operator set by domain; `ai.onnx` is ONNX's own. */
  opsets: Record<string, number>;
  /** The nodes of the main graph. */
  nodes: OnnxNode[];
  /** The names of the values that are stored in the main graph: none of them is an input of the session. */
  constants: string[];
  functions: OnnxFunction[];
  /** The names of the main graph's outputs. */
  outputs: string[];
  /** The domains of all operators, except those of the file's own functions. */
  domains: string[];
  /** All operators, nested graphs and functions included, as `ai.onnx.ml.Scaler` or `Gemm`. */
  operators: string[];
  /** External files that contain weights. */
  externalFiles: string[];
}

/** The maximum nesting of graphs in attributes; real models have two or three levels. */
const graphDepthMax = 16;
const externalLocation = 1;

/**
 * Reads the outline of an ONNX file.
 * @throws BundleRefused where the bytes are not a complete ONNX file.
 */
export function readOnnxFile(file: Uint8Array): OnnxFile {
  try {
    return outline(file);
  } catch (error) {
    if (!(error instanceof InvalidWireFormat)) throw error;
    throw new BundleRefused(
      `model.onnx is not a complete ONNX file (${error.message}); copy it again from where it was exported`,
    );
  }
}

function outline(file: Uint8Array): OnnxFile {
  const graphs = all(file, fieldNumbers.model.graph);
  if (graphs.length === 0) throw new InvalidWireFormat("it contains no graph");
  const seen: Seen = { domains: new Set(), operators: new Set(), externalFiles: new Set() };
  for (const graph of graphs) scanGraph(graph, seen, 0);
  const functions = all(file, fieldNumbers.model.functions);
  for (const one of functions) scanNodes(all(one, fieldNumbers.function.nodes), seen, 0);
  for (const one of functions) forget(one, seen);
  const name = textOf(file, fieldNumbers.model.producer);
  return {
    producer: oneLine(`${name} ${textOf(file, fieldNumbers.model.producerVersion)}`),
    irVersion: numberOf(file, fieldNumbers.model.irVersion),
    opsets: opsetsOf(file),
    nodes: graphs.flatMap((graph) => all(graph, fieldNumbers.graph.nodes)).map(nodeOf),
    constants: graphs.flatMap(constantsOf),
    functions: functions.map(functionOf),
    outputs: graphs
      .flatMap((graph) => all(graph, fieldNumbers.graph.outputs))
      .map((value) => textOf(value, fieldNumbers.value.name)),
    domains: [...seen.domains],
    operators: [...seen.operators],
    externalFiles: [...seen.externalFiles],
  };
}

export function nodeOf(bytes: Uint8Array): OnnxNode {
  return {
    type: textOf(bytes, fieldNumbers.node.type),
    domain: textOf(bytes, fieldNumbers.node.domain),
    inputs: textsOf(bytes, fieldNumbers.node.inputs),
    outputs: textsOf(bytes, fieldNumbers.node.outputs),
    bytes,
  };
}

function functionOf(bytes: Uint8Array): OnnxFunction {
  return {
    domain: textOf(bytes, fieldNumbers.function.domain),
    name: textOf(bytes, fieldNumbers.function.name),
    inputs: textsOf(bytes, fieldNumbers.function.inputs),
    outputs: textsOf(bytes, fieldNumbers.function.outputs),
    nodes: all(bytes, fieldNumbers.function.nodes).map(nodeOf),
  };
}

function constantsOf(graph: Uint8Array): string[] {
  const sparse = all(graph, fieldNumbers.graph.sparse);
  const values = sparse.flatMap((one) => all(one, fieldNumbers.sparse.values));
  const tensors = [...all(graph, fieldNumbers.graph.initializers), ...values];
  return tensors.map((tensor) => textOf(tensor, fieldNumbers.tensor.name));
}

function opsetsOf(file: Uint8Array): Record<string, number> {
  const opsets = all(file, fieldNumbers.model.opset).map((opset): [string, number] => [
    oneLine(textOf(opset, fieldNumbers.opset.domain)) || "ai.onnx",
    numberOf(opset, fieldNumbers.opset.version),
  ]);
  return Object.fromEntries(opsets);
}

/** Calls of the file's own functions are no operators; those in the functions were seen. */
function forget(one: Uint8Array, { domains, operators }: Seen): void {
  const domain = textOf(one, fieldNumbers.function.domain);
  domains.delete(domain);
  if (!isRuntimeDomain(domain))
    operators.delete(`${domain}.${textOf(one, fieldNumbers.function.name)}`);
}

/** Whether the runtime has operators of the domain: a function there could have the name of any of them. */
export function isRuntimeDomain(domain: string): boolean {
  return ["", "ai.onnx", "ai.onnx.ml", "com.microsoft"].includes(domain);
}

interface Seen {
  domains: Set<string>;
  operators: Set<string>;
  externalFiles: Set<string>;
}

function scanGraph(graph: Uint8Array, seen: Seen, depth: number): void {
  if (depth > graphDepthMax) throw new InvalidWireFormat("its graphs are nested too deeply");
  scanNodes(all(graph, fieldNumbers.graph.nodes), seen, depth);
  for (const tensor of all(graph, fieldNumbers.graph.initializers)) scanTensor(tensor, seen);
  for (const sparse of all(graph, fieldNumbers.graph.sparse)) scanSparse(sparse, seen);
}

function scanNodes(nodes: readonly Uint8Array[], seen: Seen, depth: number): void {
  for (const node of nodes) {
    const domain = textOf(node, fieldNumbers.node.domain);
    const type = textOf(node, fieldNumbers.node.type);
    seen.domains.add(domain);
    seen.operators.add(domain === "" || domain === "ai.onnx" ? type : `${domain}.${type}`);
    for (const attribute of all(node, fieldNumbers.node.attributes)) {
      scanAttribute(attribute, seen, depth);
    }
  }
}

/** In a single pass, because each number of a large ensemble may be a field. */
function scanAttribute(attribute: Uint8Array, seen: Seen, depth: number): void {
  const { tensor, tensors, graph, graphs } = fieldNumbers.attribute;
  const { one, several } = fieldNumbers.sparseAttribute;
  eachField(attribute, ({ number, wire, bytes }) => {
    if (wire !== 2) return;
    if (number === tensor || number === tensors) scanTensor(bytes, seen);
    else if (number === one || number === several) scanSparse(bytes, seen);
    else if (number === graph || number === graphs) scanGraph(bytes, seen, depth + 1);
  });
}

function both(message: Uint8Array, one: number, several: number): Uint8Array[] {
  return [...all(message, one), ...all(message, several)];
}

function scanSparse(sparse: Uint8Array, seen: Seen): void {
  for (const tensor of both(sparse, fieldNumbers.sparse.values, fieldNumbers.sparse.indices)) {
    scanTensor(tensor, seen);
  }
}

function scanTensor(tensor: Uint8Array, seen: Seen): void {
  const entries = all(tensor, fieldNumbers.tensor.external);
  if (entries.length === 0 && numberOf(tensor, fieldNumbers.tensor.location) !== externalLocation)
    return;
  const place = entries.find((entry) => textOf(entry, fieldNumbers.entry.key) === "location");
  seen.externalFiles.add(place ? textOf(place, fieldNumbers.entry.value) : "");
}
