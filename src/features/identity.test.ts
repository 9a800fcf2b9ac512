import { expect, test } from "bun:test";
import { type BookerChanges, requestWith, valueFor } from "./example-attempt.ts";
import { identity } from "./identity.ts";

const seen = new Set<string>();

function featureValue(name: string, of: BookerChanges): number | null {
  seen.add(name);
  return valueFor(identity, name, { request: requestWith(of) });
}

test.each<[name: string, of: Parameters<typeof featureValue>[1], value: number | null]>([
  ["name_length_characters", {}, 12],
  ["name_length_characters", { firstName: "𝒜𝒷", lastName: "李" }, 4],
  ["name_length_characters", { firstName: "-", lastName: "!" }, 0],
  ["name_length_characters", { firstName: "Zoë", lastName: "Müller" }, 10],
  ["name_vowel_share", {}, 6 / 11],
  ["name_vowel_share", { firstName: "Xkcd", lastName: "Qwrt" }, 0],
  ["name_vowel_share", { firstName: "AÉI", lastName: "ouy" }, 1],
  ["name_vowel_share", { firstName: "李", lastName: "小龙" }, null],
  ["name_is_repeated", {}, 0],
  ["name_is_repeated", { firstName: "Test", lastName: " tést " }, 1],
  ["name_is_repeated", { firstName: "--", lastName: "!!" }, 0],
  ["booker_is_referenced", {}, 0],
  ["booker_is_referenced", { referenceId: "" }, 0],
  ["booker_is_referenced", { referenceId: "user-1" }, 1],
  ["booker_is_guest", {}, null],
  ["booker_is_guest", { guests: [] }, null],
  ["booker_is_guest", { guests: [{}, { firstName: "" }] }, null],
  ["booker_is_guest", { guests: [{ firstName: "Charles", lastName: "Babbage" }] }, 0],
  [
    "booker_is_guest",
    { guests: [{ firstName: "Ida" }, { firstName: "ADA", lastName: "Lovelace" }] },
    1,
  ],
])("%s of %j is %p", (name, of, value) => {
  expect(featureValue(name, of)).toBe(value as number);
});

test("every feature of the family is in the table", () => {
  expect([...seen].sort()).toEqual(identity.map((feature) => feature.name).sort());
});
