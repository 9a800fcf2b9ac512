/** What the runtime says of a model, and what to do about it. The first that fits counts. */
const KNOWN: [RegExp, (found: RegExpExecArray) => string][] = [
  [/External data/, () => "model.onnx keeps its weights in another file; save it as one file"],
  [
    /[Pp]rotobuf parsing failed|ModelProto does not have a graph/,
    () => "model.onnx is no whole ONNX file; copy it anew from where it was exported",
  ],
  [
    /Unsupported model IR version: (\d+), max supported IR version: (\d+)/,
    ([, found, max]) =>
      `the file is of ONNX IR version ${found}, and the runtime reads up to ${max}; ` +
      "export it with an older onnx package, or set ir_version",
  ],
  [
    /Opset (\d+) is under development.*? domain (\S+) is till opset (\d+)/s,
    ([, wanted, domain, max]) =>
      `the model wants operator set ${wanted} of ${domain}, and the runtime has up to ${max}; ` +
      "export it with a lower target_opset",
  ],
  [
    /(\S+?):?\((-?\d+)\) is not a registered function\/op|No Op registered for (\S+)/,
    ([, name, , other]) =>
      `the model uses the operator ${name ?? other}, which the runtime does not have; ` +
      "export it with operators of ai.onnx and ai.onnx.ml only",
  ],
  [
    /Could not find an implementation for (\S+?)\(\d+\) node/,
    ([, name]) =>
      `the runtime has the operator ${name} not for these types; ` +
      "export the model with float32 as its input, or without this operator",
  ],
  [
    /bad_alloc|[Ff]ailed to allocate memory/,
    () => "the model wants more memory than a model may have; make it smaller",
  ],
];

/** A message of the runtime's as a line for whoever made the model; null where it is another. */
export function plainWords(error: unknown): string | null {
  const message = error instanceof Error ? error.message : String(error);
  for (const [pattern, words] of KNOWN) {
    const found = pattern.exec(message);
    if (found) return words(found).replace(/[\s\p{Cc}]+/gu, " ");
  }
  return null;
}
