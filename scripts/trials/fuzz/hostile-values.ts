/** What a hostile caller puts in the place of a value, and where. */
import fc, { type Arbitrary } from "fast-check";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const texts = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "\u202Eabc",
  "null",
  "__proto__",
  "constructor",
  "' OR 1=1 --",
  "=cmd|' /C calc'!A1",
  "<script>alert(1)</script>",
  "../../../../etc/passwd",
  "%00%2e%2e%2f",
  "{{7*7}}",
  "9".repeat(400),
  "a".repeat(70_000),
  "😀".repeat(300),
  "2027-02-30",
  "9999-12-31",
  "0000-00-00",
  "+999999999999999999999",
  "a@b",
  "col_",
  `col_${"x".repeat(64)}`,
];
const numbers = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 63, 1e-320, 65_536];

/** A nesting that recursive code cannot follow. */
const deep = (levels: number): Json => {
  let value: Json = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

/** Any JSON value, most of them such as code trips over. */
export const hostileValue: Arbitrary<Json> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<Json>(...texts) },
  { weight: 3, arbitrary: fc.constantFrom<Json>(...numbers) },
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, [], {}, [[]], deep(5000)) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 300 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) as Arbitrary<Json> },
  { weight: 1, arbitrary: fc.constant<Json>({ ["__proto__"]: { polluted: true } }) },
  { weight: 1, arbitrary: fc.constant<Json>(Array.from({ length: 3000 }, (_, n) => n)) },
);

/** A valid value with one to four of its parts replaced, removed, repeated or added. */
export function mutated(valid: unknown): Arbitrary<Json> {
  const change = fc.record({
    place: fc.nat(1000),
    kind: fc.constantFrom("replace", "replace", "replace", "remove", "add"),
    value: hostileValue,
    name: fc.constantFrom(...texts.filter((text) => text.length < 100)),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) => {
    const root = { value: structuredClone(valid) as Json };
    for (const { place, kind, value, name } of changes) {
      const all = placesOf(root);
      const [holder, key] = all[place % all.length]!;
      const own = structuredClone(value); // A constant may be drawn twice, and would be put into itself.
      if (kind === "add") addTo(holder[key as never] as Json, name, own);
      else if (kind === "remove" && holder !== (root as never)) delete holder[key as never];
      else define(holder, key, own);
    }
    return root.value;
  });
}

type Holder = Record<string, Json>;

/** Every object or list that holds a value, with the value's key. */
function placesOf(holder: Holder, found: [Holder, string][] = []): [Holder, string][] {
  for (const key of Object.keys(holder)) {
    found.push([holder, key]);
    const value = holder[key];
    // Not into what a former change put there, which may be very deep.
    if (value && typeof value === "object" && found.length < 1000) {
      placesOf(value as Holder, found);
    }
  }
  return found;
}

function addTo(target: Json, name: string, value: Json): void {
  if (Array.isArray(target)) target.push(value);
  else if (target && typeof target === "object") define(target, name, value);
}

/** As JSON.parse does it: `__proto__` becomes an own member. */
function define(holder: Holder, key: string, value: Json): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A body that is no JSON, or hardly: cut off, with other bytes, or of another kind. */
export function brokenBody(valid: string): Arbitrary<Uint8Array> {
  const bytes = new TextEncoder().encode(valid);
  const cut = fc.nat(bytes.length).map((end) => bytes.slice(0, end));
  const flipped = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)).map(([place, byte]) => {
    const copy = bytes.slice();
    copy[place] = byte;
    return copy;
  });
  const any = fc.uint8Array({ maxLength: 2000 });
  return fc.oneof(cut, flipped, any, fc.constant(new Uint8Array(65_537).fill(32)));
}

/** A text for a place in a URL, percent-encoded. */
export const hostilePathPart: Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...texts.filter((text) => text.length < 2000)),
    fc.string({ unit: "binary", maxLength: 60 }),
  )
  .map((text) => encodeURIComponent(text.toWellFormed()) || "%20");
