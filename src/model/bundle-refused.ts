/**
 * The bundle is invalid and must not be used. The message is one line for its author: what is wrong and
 * how to fix it, without paths and without other details of this machine.
 */
export class BundleRefused extends Error {
  override readonly name = "BundleRefused";
}

/**
 * The model must not be loaded outside the sandbox: its time or memory cannot be known, or is too much. Other
 * bundles that are refused do no harm, since nothing uses them.
 */
export class BundleUnsafe extends BundleRefused {}

const charactersMax = 300;

/**
 * Untrusted text as part of a one-line message: without line breaks, control characters and the runtime's
 * own source paths and function names, and at most 300 characters long.
 */
export function oneLine(text: unknown): string {
  const message = text instanceof Error ? text.message : String(text);
  const printable = message
    .replace(/\/onnxruntime_src\/\S+/g, "")
    .replace(/[\w*&: ]*\bonnxruntime::[\w:]+\(.*?\) (?=[A-zScore])/gs, "")
    .replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim();
  return printable.length > charactersMax ? `${printable.slice(0, charactersMax)}…` : printable;
}

/** Error messages of the runtime and how to fix their causes. The first match applies. */
const knownErrors: [RegExp, (found: RegExpExecArray) => string][] = [
  [/External data/, () => "model.onnx keeps its weights in another file; save it as one file"],
  [
    /[Pp]rotobuf parsing failed|ModelProto does not have a graph/,
    () => "model.onnx is not a complete ONNX file; copy it again from where it was exported",
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
      `the model requires operator set ${wanted} of ${domain}, and the runtime has up to ${max}; ` +
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
      `the runtime does not support the operator ${name} for these types; ` +
      "export the model with float32 as its input, or without this operator",
  ],
];
const outOfMemory = /bad_alloc|[Ff]ailed to allocate memory/;

/**
 * Explains an error of the runtime to the model's author, in one line.
 * @param otherwise what to say of an error that is not known.
 */
export function refusalOf(error: unknown, otherwise: string): BundleRefused {
  const message = error instanceof Error ? error.message : String(error);
  if (outOfMemory.test(message)) {
    return new BundleUnsafe(
      "the model requires more memory than a model may have; make it smaller",
    );
  }
  for (const [pattern, explain] of knownErrors) {
    const found = pattern.exec(message);
    if (found) return new BundleRefused(explain(found).replace(/[\s\p{Cc}]+/gu, " "));
  }
  return new BundleRefused(otherwise);
}
