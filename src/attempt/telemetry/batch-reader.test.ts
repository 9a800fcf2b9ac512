import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { invalidPointers, readBatch } from "./batch-reader.ts";
import { TelemetryBatch, TelemetryEvent, telemetryLimits } from "./protocol.ts";

type Json = Record<string, unknown>;

const scroll = { kind: "scroll", at: 1, page: 0, scrolls: 1, depth: 0.5 };
const batchWith = (more: Json = {}): Json => ({
  key: "pk_1",
  collectionId: "col_12345678",
  sequence: 0,
  startedAt: 0,
  sentAt: 0,
  sdkVersion: "1",
  events: [scroll],
  ...more,
});
const copy = (json: Json): Json => JSON.parse(JSON.stringify(json));

/** What the protocol says of a batch, by TypeBox's own means. */
function bySchema(json: Json): TelemetryBatch | null {
  const cleaned = Value.Clean(TelemetryBatch, copy(json));
  return Value.Check(TelemetryBatch, cleaned) ? cleaned : null;
}

test("a batch is given as it came", () => {
  const device = { deviceId: "dev_12345678", languages: ["pt-PT"], webdriver: false };
  const batch = batchWith({ device, events: [scroll, { ...scroll, at: 2 }] });
  expect(readBatch(copy(batch))).toEqual(batch as never);
});

test("what the protocol does not name is left out, wherever it stands", () => {
  const read = readBatch(
    JSON.parse(`{
      "other": {"a": 1}, "__proto__": {"key": "x"}, "constructor": 1, "toString": 1,
      "key": "pk_1", "collectionId": "col_12345678", "sequence": 0, "startedAt": 0, "sentAt": 0,
      "sdkVersion": "1", "device": {"cores": 4, "typed": "secret", "__proto__": {"plugins": 1}},
      "events": [{"kind": "scroll", "at": 1, "page": 0, "scrolls": 1, "depth": 0.5,
                  "typed": "secret", "__proto__": {"x": 1}}]
    }`),
  );
  expect(read).toEqual(batchWith({ device: { cores: 4 } }) as never);
  expect(JSON.stringify(read)).not.toContain("secret");
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

describe("refused, with its place", () => {
  const events = (...list: unknown[]) => ({ events: list });
  test.each<[name: string, more: Json, place: string]>([
    ["no events", { events: undefined }, "/events"],
    ["events that are no list", { events: { length: 1 } }, "/events"],
    ["an event that is a text", events("scroll"), "/events/0"],
    ["an event that is null", events(scroll, null), "/events/1"],
    ["an event that is a list", events([scroll]), "/events/0"],
    ["an event of no kind", events({ ...scroll, kind: undefined }), "/events/0"],
    ["an unknown kind", events({ ...scroll, kind: "keys" }), "/events/0"],
    ["a kind of every object", events({ ...scroll, kind: "constructor" }), "/events/0"],
    ["a kind that is no text", events({ ...scroll, kind: ["scroll"] }), "/events/0"],
    ["members of another kind", events({ ...scroll, kind: "page" }), "/events/0"],
    ["a number that is a text", events({ ...scroll, at: "1" }), "/events/0"],
    ["a time before the beginning", events({ ...scroll, at: -1 }), "/events/0"],
    ["a share above one", events({ ...scroll, depth: 1.01 }), "/events/0"],
    ["a device that is a list", { device: [] }, "/device"],
    ["a collection's id that is none", { collectionId: "col_1" }, "/collectionId"],
    ["a sequence with a fraction", { sequence: 0.5 }, "/sequence"],
    ["a key as long as a text", { key: "k".repeat(65) }, "/key"],
  ])("%s", (_, more, place) => {
    expect(readBatch(copy(batchWith(more)))).toBeNull();
    expect(invalidPointers(copy(batchWith(more)))).toContain(place);
  });

  test("one event more than there may be", () => {
    const list = (length: number) => copy(batchWith({ events: Array(length).fill(scroll) }));
    expect(readBatch(list(telemetryLimits.batchEvents))?.events).toHaveLength(200);
    expect(readBatch(list(telemetryLimits.batchEvents + 1))).toBeNull();
  });

  test("of many faults the first 20 are told", () => {
    const many = batchWith({ events: Array(200).fill({ kind: "none" }) });
    expect(readBatch(copy(many))).toBeNull();
    expect(invalidPointers(copy(many))).toHaveLength(20);
    expect(invalidPointers({})).not.toBeEmpty();
  });
});

describe("agrees with the protocol's schema", () => {
  /** Any value that JSON has, near what stands in a batch. */
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.integer(),
    fc.constantFrom(null, true, "", "navigate", "granted", -1, 0, 1e300, [], {}),
  );
  const names = [
    ...Object.keys(TelemetryBatch.properties),
    ...TelemetryEvent.anyOf.flatMap(({ properties }) => Object.keys(properties)),
    "other", // TypeBox keeps what every object has, such as toString; the reader does not.
  ];
  const changed = (valid: fc.Arbitrary<Json>) =>
    fc
      .tuple(valid, fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 2 }))
      .map(([value, changes]) => ({ ...value, ...changes }));
  const event = fc.constantFrom<Json[]>(
    ...TelemetryEvent.anyOf.map((schema) => Value.Create(schema) as Json),
  );
  const batch = fc
    .tuple(
      fc.array(fc.oneof(event, changed(event), anything), { maxLength: 4 }),
      fc.option(changed(fc.constant({ cores: 4 })), { nil: undefined }),
    )
    .map(([events, device]) => batchWith({ events, ...(device && { device }) }));

  test("whatever comes", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(batch, changed(batch)), (json) => {
        const expected = bySchema(json);
        read += Number(expected !== null);
        expect(readBatch(copy(json))).toEqual(expected as never);
        if (!expected) expect(invalidPointers(copy(json))).not.toBeEmpty();
      }),
      { numRuns: 5000 },
    );
    expect(read).toBeGreaterThan(500); // Not all of them were refused.
  });
});
