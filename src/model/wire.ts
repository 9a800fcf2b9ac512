/**
 * The wire format of Protocol Buffers, as far as needed to find, remove or insert fields without changing
 * any other byte.
 */

/** The bytes are not a complete message. */
export class InvalidWireFormat extends Error {
  override readonly name = "InvalidWireFormat";
}

/** A field of a message. Groups, which ONNX never used, are not supported. */
export interface Field {
  number: number;
  /** 0: varint, 1: eight bytes, 2: length-delimited bytes, 5: four bytes. */
  wire: 0 | 1 | 2 | 5;
  /** The value of a varint, exact up to 2^53; 0 for other fields. */
  value: number;
  /** The content of a field of wire type 2; empty for other fields. */
  bytes: Uint8Array;
  /** The range of the field in its message, including its tag. */
  start: number;
  end: number;
}

const text = new TextDecoder();

/** The fields of a message, in order. @throws as {@link eachField} */
export function fields(message: Uint8Array): Field[] {
  const found: Field[] = [];
  eachField(message, (field) => found.push({ ...field }));
  return found;
}

/**
 * Visits the fields of a message in order. The same object is passed for every field, because a large
 * ensemble has millions of them, so it must not be retained.
 * @throws InvalidWireFormat where the bytes end too early or are not fields.
 */
export function eachField(message: Uint8Array, visit: (field: Field) => void): void {
  const nothing = message.subarray(0, 0);
  const field: Field = { number: 0, wire: 0, value: 0, bytes: nothing, start: 0, end: 0 };
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1, place = 0; place < 10; place++, scale *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new InvalidWireFormat("it ends inside a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new InvalidWireFormat("a number has more than ten bytes");
  };
  while (at < message.length) {
    field.start = at;
    const tag = varint();
    field.number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (field.number === 0 || field.number > 0x1fff_ffff) {
      throw new InvalidWireFormat("a field has an invalid number");
    }
    field.value = 0;
    field.bytes = nothing;
    if (wire === 0) field.value = varint();
    else if (wire === 1) at += 8;
    else if (wire === 5) at += 4;
    else if (wire === 2) {
      const length = varint();
      if (length <= message.length - at) field.bytes = message.subarray(at, at + length);
      at += length;
    } else throw new InvalidWireFormat("a field has an invalid type");
    if (at > message.length) throw new InvalidWireFormat("it ends inside a field");
    field.wire = wire;
    field.end = at;
    visit(field);
  }
}

/** The messages or texts with a field number. */
export function all(message: Uint8Array, number: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  eachField(message, (field) => {
    if (field.number === number && field.wire === 2) found.push(field.bytes);
  });
  return found;
}

/** The text with a field number: the last one, or an empty text. */
export function textOf(message: Uint8Array, number: number): string {
  return text.decode(all(message, number).at(-1));
}

export function textsOf(message: Uint8Array, number: number): string[] {
  return all(message, number).map((bytes) => text.decode(bytes));
}

/** The varint with a field number: the last one, or 0. */
export function numberOf(message: Uint8Array, number: number): number {
  let found = 0;
  eachField(message, (field) => {
    if (field.number === number && field.wire === 0) found = field.value;
  });
  return found;
}

/** Encodes a field with bytes or text. */
export function written(number: number, content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return joined([varintOf(number * 8 + 2), varintOf(bytes.length), bytes]);
}

/** Encodes a field with a non-negative integer. */
export function writtenNumber(number: number, value: number): Uint8Array {
  return joined([varintOf(number * 8), varintOf(value)]);
}

function varintOf(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Uint8Array.of(...bytes, rest);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * The message with fields replaced, or removed where `by` returns null. All other bytes stay the same,
 * including unknown fields.
 */
export function replaced(
  message: Uint8Array,
  by: (field: Field) => Uint8Array | null | undefined,
): Uint8Array {
  const parts: Uint8Array[] = [];
  eachField(message, (field) => {
    const other = by(field);
    if (other === undefined) parts.push(message.subarray(field.start, field.end));
    else if (other !== null) parts.push(other);
  });
  return joined(parts);
}
