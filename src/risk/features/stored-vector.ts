/** The form in which a decision's features are stored. Reading it gives the same bits, except that -0 becomes 0. */

/**
 * A byte below this is that number; most features are counts and flags. From here on, a byte stands for a run
 * of missing values, and the last one says that eight bytes of a double follow.
 */
const runs = 240;
const double = 255;
const longestRun = double - runs;

/** Values are at most nine bytes each. Reused: a decision is encoded at once. */
let bytes: Buffer = Buffer.alloc(0);
let view = new DataView(bytes.buffer);

/**
 * The vector as text, in Base64: a quarter of the characters that JSON needs, in a quarter of the time.
 * @param values NaN is missing.
 */
export function encodeVector(values: Float64Array): string {
  if (bytes.length < values.length * 9) {
    bytes = Buffer.alloc(values.length * 9);
    view = new DataView(bytes.buffer, bytes.byteOffset);
  }
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const whole = value | 0;
    if (whole === value && whole >= 0 && whole < runs) {
      bytes[length++] = whole;
    } else if (Number.isNaN(value)) {
      let run = 1;
      while (run < longestRun && Number.isNaN(values[i + 1])) {
        run += 1;
        i += 1;
      }
      bytes[length++] = runs + run - 1;
    } else {
      bytes[length] = double;
      view.setFloat64(length + 1, value);
      length += 9;
    }
  }
  return bytes.toString("base64", 0, length);
}

/**
 * @param text by `encodeVector`, or a JSON array with null for missing, as earlier versions stored it.
 * @throws Error where it is neither.
 */
export function decodeVector(text: string): Float64Array {
  if (text.startsWith("[")) {
    const values = JSON.parse(text) as (number | null)[];
    return Float64Array.from(values, (value) => value ?? Number.NaN);
  }
  const stored = Buffer.from(text, "base64");
  if (stored.toString("base64") !== text) throw new Error("a decision's features are not readable");
  const values: number[] = [];
  for (let i = 0; i < stored.length; i++) {
    const byte = stored[i]!;
    if (byte < runs) values.push(byte);
    else if (byte < double) for (let run = runs; run <= byte; run++) values.push(Number.NaN);
    else {
      values.push(stored.readDoubleBE(i + 1));
      i += 8;
    }
  }
  return Float64Array.from(values);
}
