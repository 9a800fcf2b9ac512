/**
 * A bundle that must not go into service. The message is one line for the person who made it:
 * what is wrong and what to do, without paths and without values of this machine.
 */
export class BundleRefused extends Error {
  override readonly name = "BundleRefused";
}

const CHARACTERS_MAX = 300;

/**
 * Text from elsewhere as part of a line: without line breaks and control characters, without the
 * paths and functions of the runtime's own sources, at most 300 characters.
 */
export function oneLine(text: unknown): string {
  const message = text instanceof Error ? text.message : String(text);
  const printable = message
    .replace(/\/onnxruntime_src\/\S+/g, "")
    .replace(/[\w*&: ]*\bonnxruntime::[\w:]+\(.*?\) (?=[A-Z])/gs, "")
    .replace(/[\s\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .trim();
  return printable.length > CHARACTERS_MAX ? `${printable.slice(0, CHARACTERS_MAX)}…` : printable;
}
