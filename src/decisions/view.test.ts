import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { linkKinds } from "../storage/port/search.ts";
import { cursorOf, readCursor } from "./cursor.ts";
import { searchKinds, textMax } from "./search-terms.ts";
import { readView, type View, viewOutcomes, viewParameters, viewRanges } from "./view.ts";

const word = fc
  .string({ minLength: 1, maxLength: 40 })
  .map((text) => text.replace(/\p{Cc}/gu, "").trim())
  .filter((text) => text !== "");
const time = fc.integer({ min: 0, max: 4e12 });
const score = fc.integer({ min: 0, max: 99 });
const views: fc.Arbitrary<View> = fc.record(
  {
    find: fc.record({ by: fc.constantFrom(...searchKinds), text: word }),
    same: fc.record({
      kind: fc.constantFrom(...linkKinds),
      decisionId: fc.stringMatching(/^dec_[0-9a-f]{32}$/),
    }),
    hotel: word,
    last: fc.constantFrom(...viewRanges),
    from: time,
    to: time,
    level: fc.constantFrom("low", "medium", "high"),
    action: fc.constantFrom("allow", "deny"),
    setting: fc.constantFrom("maximizeProtection", "balanced", "maximizeRevenue"),
    source: fc.constantFrom("api", "import"),
    outcome: fc.subarray([...viewOutcomes], { minLength: 1 }).map((all) => all.sort()),
    scoreFrom: score,
    scoreTo: score,
    model: word,
    telemetry: fc.constantFrom("seen", "unseen"),
  },
  { requiredKeys: [] },
);

describe("a view", () => {
  test("is the same after its address was read", () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(readView(viewParameters(view))).toEqual({ view });
      }),
    );
  });

  test("names every parameter that is not readable", () => {
    const bad: Record<string, string[]> = {
      find: ["ada@example.com", "nobody:x", "email:", `email:${"x".repeat(textMax + 1)}`],
      same: ["device", "device:", "device:dec_1", `hotel:dec_${"0".repeat(32)}`, "email:a@b.com"],
      hotel: ["x".repeat(textMax + 1), "a\0b", "\ud800", "  "],
      last: ["31d", "__proto__", "constructor"],
      from: ["yesterday", "2027-01-01", "2027-13-01T00:00:00Z", "1e9", "2027-01-01T00:00:00"],
      level: ["LOW", "none", "%"],
      outcome: ["fraud,", "maybe", "fraud,".repeat(1000)],
      scoreFrom: ["-1", "100", "1.5", "1e1", " 1", "٣"],
      telemetry: ["1"],
    };
    for (const [name, texts] of Object.entries(bad)) {
      for (const text of texts) {
        const read = readView({ [name]: text });
        expect("issues" in read && read.issues.map((issue) => issue.name)).toEqual([name]);
      }
    }
    const both = readView({ level: "x", scoreTo: "x" });
    expect("issues" in both && both.issues).toHaveLength(2);
  });

  test("is everything where nothing is said, and the page's own parameters are not its", () => {
    expect(readView({ level: "", cursor: "x", project: "y" })).toEqual({ view: {} });
  });
});

describe("a cursor", () => {
  const moments = fc.record({
    at: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
    tie: fc.integer({ min: 0, max: 2 ** 44 - 1 }),
  });

  test("leads to its moment, in its own project's own view", () => {
    fc.assert(
      fc.property(views, moments, (view, moment) => {
        const cursor = cursorOf("prj_1", view, moment);
        expect(readCursor("prj_1", view, cursor)).toEqual(moment);
        expect(readCursor("prj_2", view, cursor)).toBeNull();
        expect(readCursor("prj_1", { ...view, hotel: "another one" }, cursor)).toBeNull();
      }),
    );
  });

  test("that was altered anywhere, cut or made longer is none", () => {
    const cursor = cursorOf("prj_1", {}, { at: 1_800_000_000_000, tie: 123_456_789 });
    for (let place = 0; place < cursor.length; place++) {
      for (const letter of ["A", "B", "_", "=", "%", "'"]) {
        if (cursor[place] === letter) continue;
        const altered = cursor.slice(0, place) + letter + cursor.slice(place + 1);
        expect(readCursor("prj_1", {}, altered)).toBeNull();
      }
    }
    const others = ["", cursor.slice(1), `${cursor}A`, "x".repeat(1e6), "\0", `${cursor}=`];
    for (const text of others) expect(readCursor("prj_1", {}, text)).toBeNull();
  });
});
