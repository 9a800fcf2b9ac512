/** The wire format of Protocol Buffers, as far as a field can be found, left out or put in. */

/** The bytes are no whole message. */
export class NotWire extends Error {
  override readonly name = "NotWire";
}

/** One field of a message. The wire types of groups, which ONNX never had, are no fields. */
export interface Field {
  number: number;
  /** 0 a varint, 1 eight bytes, 2 bytes with their length, 5 four bytes. */
  wire: 0 | 1 | 2 | 5;
  /** Of a varint, exact up to 2^53; 0 of other fields. */
  value: number;
  /** What a field of wire type 2 holds; empty of other fields. */
  bytes: Uint8Array;
  /** Where the whole field lies in its message, its tag included. */
  start: number;
  end: number;
}

const text = new TextDecoder();

/** The fields of a message, in the order of its bytes.  @throws as {@link eachField}. */
export function fields(message: Uint8Array): Field[] {
  const found: Field[] = [];
  eachField(message, (field) => found.push({ ...field }));
  return found;
}

/**
 * Visits the fields of a message in the order of its bytes. The field is one object for all, since
 * a large ensemble has millions: nobody may keep it.
 * @throws NotWire where the bytes end too early, or are no fields.
 */
export function eachField(message: Uint8Array, visit: (field: Field) => void): void {
  const nothing = message.subarray(0, 0);
  const field: Field = { number: 0, wire: 0, value: 0, bytes: nothing, start: 0, end: 0 };
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1, place = 0; place < 10; place++, scale *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new NotWire("it ends inside a number");
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw new NotWire("a number has more than ten bytes");
  };
  while (at < message.length) {
    field.start = at;
    const tag = varint();
    field.number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (field.number === 0 || field.number > 0x1fff_ffff) {
      throw new NotWire("a field has no possible number");
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
    } else throw new NotWire("a field has no possible type");
    if (at > message.length) throw new NotWire("it ends inside a field");
    field.wire = wire;
    field.end = at;
    visit(field);
  }
}

/** The messages or texts that a message holds under one number. */
export function all(message: Uint8Array, number: number): Uint8Array[] {
  const found: Uint8Array[] = [];
  eachField(message, (field) => {
    if (field.number === number && field.wire === 2) found.push(field.bytes);
  });
  return found;
}

/** The text under a number; the last one counts, and none is an empty one. */
export function textOf(message: Uint8Array, number: number): string {
  return text.decode(all(message, number).at(-1));
}

export function textsOf(message: Uint8Array, number: number): string[] {
  return all(message, number).map((bytes) => text.decode(bytes));
}

/** The number under a number; the last one counts, and none is 0. */
export function numberOf(message: Uint8Array, number: number): number {
  let found = 0;
  eachField(message, (field) => {
    if (field.number === number && field.wire === 0) found = field.value;
  });
  return found;
}

/** A field that holds bytes, written. */
export function written(number: number, content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return joined([varintOf(number * 8 + 2), varintOf(bytes.length), bytes]);
}

/** A field that holds a whole number from 0, written. */
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
 * The same message with one field replaced, or left out where `by` returns null; every other byte
 * stays what it is, also of fields that nobody here knows.
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
