import { expect, test } from "bun:test";
import type { ProjectAttribute } from "../../storage/port/attributes.ts";
import { describeFeature, describeTypical } from "./describe.ts";
import { explainedAttribute } from "./explained-feature.ts";

const declared: ProjectAttribute[] = (
  [
    ["years", "number", "years", "Time in the loyalty programme", false],
    ["rooms", "number", null, "Rooms booked before", false],
    ["corporate", "flag", null, "Booked at a company's rate", false],
    ["channel", "category", null, "Where the guest came from", false],
    ["income", "number", "EUR", "Declared income", true],
    ["segment", "category", null, "Customer segment", true],
  ] as const
).map(([name, type, unit, meaning, personal]) => {
  return { name, type, unit, meaning, personal, archivedAt: null };
});
const textOf = (name: string, value: number | null) =>
  describeFeature(explainedAttribute(`attribute.${name}`, declared)!, value);

test.each([
  ["years", 4, "Time in the loyalty programme in years: 4"],
  ["rooms", 12.4, "Rooms booked before: 12"],
  ["corporate", 1, "Booked at a company's rate: yes"],
  ["corporate", 0, "Booked at a company's rate: no"],
  ["channel=a%20b", 1, "Where the guest came from: a b"],
  ["channel=a%20b", 0, "Where the guest came from: not a b"],
  ["years", null, "unknown: Time in the loyalty programme in years"],
  // Personal: never its value.
  ["income", 51_234, "Declared income"],
  ["segment=vip", 1, "Customer segment"],
  ["segment=vip", 0, "Customer segment"],
  // Not declared here: what it says is unknown, and whether it is personal.
  ["other", 7, "other"],
  ["other=x", 1, "other"],
])("%s is %p: %s", (name, value, text) => {
  expect(textOf(name, value)).toBe(text);
});

test("what is typical has no value of a personal one either", () => {
  const typical = { value: 40_000, mean: 40_000, missing: 0 };
  const income = explainedAttribute("attribute.income", declared)!;
  expect(describeTypical(income, 51_234, typical)).toBe("unusual");
  expect(explainedAttribute("nights", declared)).toBeNull();
});
