import { describe, expect, test } from "bun:test";
import { booking } from "../../../test/fixtures/booking.ts";
import type { AttributeType, ProjectAttribute } from "../../storage/port/attributes.ts";
import { attributeLimits, isAttributeName, readAttributes } from "./attributes.ts";
import { readRiskRequest } from "./risk-request.ts";

const of = (name: string, type: AttributeType, more: Partial<ProjectAttribute> = {}) => ({
  name,
  type,
  unit: null,
  meaning: name,
  personal: false,
  archivedAt: null,
  ...more,
});
const declared: ProjectAttribute[] = [
  of("loyalty_years", "number"),
  of("channel", "category"),
  of("corporate_rate", "flag"),
  of("constructor", "category"),
  of("old", "number", { archivedAt: 1 }),
];
const read = (sent: Record<string, unknown>) => readAttributes(sent, declared);
const issuesOf = (sent: Record<string, unknown>) => {
  const reading = read(sent);
  return "issues" in reading ? reading.issues : [];
};

test("values of the declared types are read, in the order of their names", () => {
  const sent = {
    loyalty_years: -0,
    corporate_rate: false,
    channel: " metasearch ",
    constructor: "x",
  };
  const attributes = {
    channel: "metasearch",
    constructor: "x",
    corporate_rate: false,
    loyalty_years: 0,
  };
  expect(JSON.stringify(read(sent))).toBe(JSON.stringify({ attributes }));
  expect(
    Object.is(
      (read(sent) as never as { attributes: { loyalty_years: number } }).attributes.loyalty_years,
      0,
    ),
  ).toBe(true);
  expect(read({ channel: null, old: null, "not a name": null })).toEqual({ attributes: {} });
});

describe("a member that is not one is refused, with its path and without its value", () => {
  const card = 4_111_111_111_111_111;
  const { numberMax, categoryCharacters } = attributeLimits;
  const number = `must be a number from -${numberMax} to ${numberMax}`;
  const looks = "looks like a card number: its digits, 13 to 19, have the checksum of one";
  test.each([
    [
      { undeclared: 1 },
      "/attributes/undeclared",
      "is not declared in the project: declare it first",
    ],
    [
      { old: 1 },
      "/attributes/old",
      "is archived in the project: leave it out, or declare it again",
    ],
    [{ loyalty_years: "4" }, "/attributes/loyalty_years", number],
    [{ loyalty_years: true }, "/attributes/loyalty_years", number],
    [{ loyalty_years: [4] }, "/attributes/loyalty_years", number],
    [{ loyalty_years: Number.POSITIVE_INFINITY }, "/attributes/loyalty_years", number],
    [{ loyalty_years: Number.NaN }, "/attributes/loyalty_years", number],
    [{ loyalty_years: numberMax + 1 }, "/attributes/loyalty_years", number],
    [{ loyalty_years: -numberMax - 1 }, "/attributes/loyalty_years", number],
    [{ loyalty_years: card }, "/attributes/loyalty_years", number],
    [{ corporate_rate: 1 }, "/attributes/corporate_rate", "must be true or false"],
    [{ corporate_rate: String(card) }, "/attributes/corporate_rate", "must be true or false"],
    [{ channel: 7 }, "/attributes/channel", "must be a string"],
    [{ channel: " " }, "/attributes/channel", "must not be empty"],
    [{ channel: "\u200b" }, "/attributes/channel", "must not be empty"],
    [
      { channel: "x".repeat(categoryCharacters + 1) },
      "/attributes/channel",
      `must have at most ${categoryCharacters} characters`,
    ],
    [
      { channel: "𝒳".repeat(categoryCharacters + 1) },
      "/attributes/channel",
      `must have at most ${categoryCharacters} characters`,
    ],
    [
      { channel: "a\0b" },
      "/attributes/channel",
      "must be well-formed Unicode text without NUL characters",
    ],
    [
      { channel: "\ud800" },
      "/attributes/channel",
      "must be well-formed Unicode text without NUL characters",
    ],
    [{ channel: String(card) }, "/attributes/channel", looks],
    [{ channel: "4111 1111 1111 1111" }, "/attributes/channel", looks],
    [{ channel: "paid by 4111-1111-1111-1111." }, "/attributes/channel", looks],
    [{ channel: "visa４１１１１１１１１１１１１１１１" }, "/attributes/channel", looks],
    [{ channel: "4111 --- 1111 --- 1111 --- 1111" }, "/attributes/channel", looks],
  ])("%p", (sent, pointer, message) => {
    expect(issuesOf(sent as Record<string, unknown>)).toEqual([{ pointer, message }]);
  });

  test("a name that none can have is not repeated", () => {
    const names = [
      `x${card}`,
      "4111_1111_1111_1111",
      "ada@example.com",
      "__proto__",
      "Channel",
      "",
    ];
    for (const name of [...names, "x".repeat(64)]) {
      expect(isAttributeName(name)).toBe(false);
      const issues = issuesOf(JSON.parse(JSON.stringify(Object.fromEntries([[name, 1]]))));
      expect(issues.map(({ pointer }) => pointer)).toEqual(["/attributes"]);
      if (name !== "") expect(issues[0]!.message).not.toContain(name);
    }
    expect(isAttributeName("x".repeat(63))).toBe(true);
  });

  test("more than 32 are refused at once", () => {
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`a${i}`, 1]));
    expect(issuesOf(many)).toEqual([
      { pointer: "/attributes", message: "must have at most 32 members" },
    ]);
  });

  test("all issues are named", () => {
    expect(issuesOf({ channel: 1, undeclared: 1 }).map(({ pointer }) => pointer)).toEqual([
      "/attributes/channel",
      "/attributes/undeclared",
    ]);
  });
});

test("exactly 64 characters and 12 digits are taken", () => {
  const attributes = { channel: "𝒳".repeat(64), loyalty_years: -999_999_999_999 };
  expect(read(attributes)).toEqual({ attributes });
});

describe("a request", () => {
  test("without attributes, or with none, is read as before, whatever the project declares", () => {
    const plain = readRiskRequest({ ...booking() });
    for (const attributes of [undefined, null, {}, { channel: null }]) {
      const reading = readRiskRequest({ ...booking(), attributes }, declared);
      expect(JSON.stringify(reading)).toBe(JSON.stringify(plain));
    }
  });

  test("has them, or every issue besides those of its other members", () => {
    const reading = readRiskRequest({ ...booking(), attributes: { channel: "app" } }, declared);
    expect(reading).toMatchObject({ request: { attributes: { channel: "app" } } });
    const bad = { ...booking({ booker: { email: "no" } }), attributes: { channel: 1 } };
    const pointers = (readRiskRequest(bad, declared) as { issues: { pointer: string }[] }).issues;
    expect(pointers.map(({ pointer }) => pointer)).toEqual([
      "/booker/email",
      "/attributes/channel",
    ]);
    for (const attributes of [[], [1], "text", 1, true]) {
      expect(readRiskRequest({ ...booking(), attributes }, declared)).toEqual({
        issues: [{ pointer: "/attributes", message: "must be an object" }],
      });
    }
    expect(readRiskRequest({ ...booking(), attributes: { channel: "app" } })).toMatchObject({
      issues: [{ pointer: "/attributes/channel" }],
    });
  });
});
