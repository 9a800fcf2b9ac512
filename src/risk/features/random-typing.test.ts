/** No bearer of a real name looks like one who types at random, whatever the name. */
import { describe, expect, test } from "bun:test";
import { commonSurnames } from "../../../test/fixtures/common-surnames.ts";
import { requestWith, valueFor } from "../../../test/fixtures/example-attempt.ts";
import { romanized } from "../velocity/romanized.ts";
import { identity } from "./identity.ts";

/** Surnames that are also what forms and programs enter where any text will do. */
// biome-ignore format: a list
const placeholders = [
  "Foo", "Null", "Sample", "Test", "Tester", "None", "Prueba", "Dummy", "Fake", "Nil", "Void",
  "True", "Nan",
];
/** Real ones with six consonants in a row. */
const unusual = ["Mkrtchyan", "Goldschmidt", "Hirschsprung"];

const countries = Object.entries(commonSurnames).map(
  ([country, surnames]) => [country, surnames.split(", ")] as const,
);

/** How mailboxes are made of a name. */
function mailboxesOf(surname: string): string[] {
  const local = romanized(surname).replace(/[^a-z0-9]+/g, "");
  if (local === "") return ["ana", "ana.1987"]; // Of a script that is not romanised.
  return [
    local,
    `ana.${local}`,
    `${local}.ana`,
    `a${local}`,
    `${local}_a`,
    `ana-${local}`,
    `${local}87`,
    `ana.${local}1987`,
    `${local.toUpperCase()}1`,
  ];
}

const fieldsOf = (firstName: string, lastName: string, local: string) =>
  valueFor(identity, "random_typing_fields", {
    request: requestWith({ firstName, lastName, email: `${local}@example.com` }),
  });

function expectNone(surname: string): void {
  for (const local of mailboxesOf(surname)) {
    for (const [first, last] of [
      ["Ana", surname],
      ["Ana", surname.toUpperCase()],
      [surname, "Silva"],
      ["Ana", `${surname} Silva`],
    ] as const) {
      expect([first, last, local, fieldsOf(first, last, local)]).toEqual([first, last, local, 0]);
    }
  }
}

test("the list has ten surnames of each of forty countries", () => {
  expect(countries).toHaveLength(40);
  for (const [country, ten] of countries) expect([country, ten.length]).toEqual([country, 10]);
});

test.each(countries)("the ten most common surnames of %s are none", (_, ten) => {
  for (const spelling of ten.flatMap((one) => one.split("/"))) expectNone(spelling);
});

test.each(placeholders)(
  "a bearer of the name %s is none, even with a test's given name",
  (name) => {
    expectNone(name);
    expect(fieldsOf("Test", name, `test.${name.toLowerCase()}`)).toBe(0);
  },
);

describe("an unusual name", () => {
  test.each(unusual)("%s alone is none, nor with a mailbox made of it", expectNone);

  test.each(unusual)("%s with a mailbox typed at random is two fields", (name) => {
    expect(fieldsOf("Ana", name, "asdfgh")).toBe(2);
    expect(fieldsOf("Ana", name, `${name.toLowerCase()}x7k2`)).toBe(2);
  });
});
