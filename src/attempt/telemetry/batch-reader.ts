/**
 * Reads a batch from untrusted JSON: unknown members are dropped, and known ones have to match the
 * protocol. An event names its kind, so each is checked against one schema only, and nothing is
 * copied where there is nothing to drop.
 */
import { type TArray, type TObject, type TSchema, Type, TypeGuard } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { isRecord } from "../../base/is-record.ts";
import { TelemetryBatch, TelemetryEvent } from "./protocol.ts";

/** Reported of one batch: the author of a client needs the first ones. */
const issuesMax = 20;

type Json = Record<string, unknown>;
type Pick = (value: unknown) => unknown;

const { events: eventList, ...around } = TelemetryBatch.properties;
const envelope = Type.Object({
  ...around,
  events: Type.Array(Type.Unknown(), { maxItems: eventList.maxItems! }),
});
const envelopeCheck = TypeCompiler.Compile(envelope);
const pickEnvelope = picker(envelope);
const kinds = new Map(
  TelemetryEvent.anyOf.map((event) => [
    event.properties.kind.const as string,
    { pick: picker(event), check: TypeCompiler.Compile(event as TSchema) },
  ]),
);

/** @returns the batch, or null where it is invalid. The argument must not be used afterwards. */
export function readBatch(json: Json): TelemetryBatch | null {
  const batch = pickEnvelope(json);
  if (!envelopeCheck.Check(batch)) return null;
  const { events } = batch;
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    if (!isRecord(event) || typeof event.kind !== "string") return null;
    const kind = kinds.get(event.kind);
    if (!kind) return null;
    const picked = kind.pick(event);
    if (!kind.check.Check(picked)) return null;
    events[i] = picked;
  }
  return batch as TelemetryBatch;
}

/** Where a batch that `readBatch` rejected is invalid: the first few JSON Pointers. */
export function invalidPointers(json: Json): string[] {
  const pointers = new Set<string>();
  for (const { path } of Value.Errors(TelemetryBatch, json)) {
    pointers.add(path);
    if (pointers.size >= issuesMax) break;
  }
  return [...pointers];
}

/** A function that drops members that a schema does not have; it copies only where there are any. */
function picker(schema: TSchema): Pick {
  if (TypeGuard.IsArray(schema)) return listPicker(schema);
  if (!TypeGuard.IsObject(schema)) return (value) => value;
  const names = new Set(Object.keys(schema.properties));
  const inner = innerPickers(schema);
  return (value) => {
    if (!isRecord(value)) return value;
    const picked = hasOthers(value, names) ? only(value, names) : value;
    for (const [name, pick] of inner) {
      if (picked[name] !== undefined) picked[name] = pick(picked[name]);
    }
    return picked;
  };
}

/** The members that are objects or lists of objects. */
function innerPickers({ properties }: TObject): [name: string, pick: Pick][] {
  const structured = Object.entries(properties).filter(
    ([, member]) =>
      TypeGuard.IsObject(member) || (TypeGuard.IsArray(member) && TypeGuard.IsObject(member.items)),
  );
  return structured.map(([name, member]) => [name, picker(member)]);
}

function listPicker({ items }: TArray): Pick {
  const pick = picker(items);
  return (value) => (Array.isArray(value) ? value.map(pick) : value);
}

function hasOthers(value: Json, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name)) return true;
  return false;
}

function only(value: Json, names: ReadonlySet<string>): Json {
  const picked: Json = {};
  for (const name of names) if (Object.hasOwn(value, name)) picked[name] = value[name];
  return picked;
}
