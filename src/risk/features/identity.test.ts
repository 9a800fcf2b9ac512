import { afterAll, expect, test } from "bun:test";
import {
  type BookerChanges,
  requestWith,
  valueFor,
} from "../../../test/fixtures/example-attempt.ts";
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
  ["name_consonant_run_letters", {}, 1],
  ["name_consonant_run_letters", { firstName: "Arnold", lastName: "SCHWARZ" }, 4],
  ["name_consonant_run_letters", { firstName: "-", lastName: "李" }, 0],
  ["name_keyboard_run_keys", {}, 1],
  ["name_keyboard_run_keys", { firstName: "Asdf", lastName: "Jklö" }, 4],
  ["name_keyboard_run_keys", { firstName: "as", lastName: "df" }, 2],
  ["name_keyboard_run_keys", { firstName: "-", lastName: "!" }, 0],
  ["name_repeat_run_characters", {}, 1],
  ["name_repeat_run_characters", { firstName: "Anna" }, 2],
  ["name_repeat_run_characters", { firstName: "AAaa", lastName: "aa" }, 4],
  ["name_repeat_run_characters", { firstName: "李李李", lastName: "小" }, 3],
  ["name_repeat_run_characters", { firstName: "-", lastName: "!" }, 0],
  ["name_has_digit", {}, 0],
  ["name_has_digit", { lastName: "Lovelace2" }, 1],
  ["name_has_digit", { lastName: "٣" }, 1],
  ["name_has_symbol", {}, 0],
  ["name_has_symbol", { firstName: "Jean-Luc (J.)", lastName: "O’Neill d'Arc, Jr." }, 0],
  ["name_has_symbol", { firstName: "José\u0301", lastName: "עֲדָה" }, 0],
  ["name_has_symbol", { lastName: "<b>" }, 1],
  ["name_has_symbol", { lastName: "😀".repeat(128) }, 1],
  ["name_gibberish_signs", {}, 0],
  ["name_gibberish_signs", { firstName: "Test", lastName: "TEST" }, 1],
  ["name_gibberish_signs", { firstName: "asdf", lastName: "Jklö" }, 1],
  ["name_gibberish_signs", { firstName: "asdfg", lastName: "Reza" }, 1],
  ["name_gibberish_signs", { firstName: "Reza", lastName: "Wertheim" }, 0],
  ["name_gibberish_signs", { firstName: "Aaa", lastName: "Xkcdqwrt" }, 3],
  ["name_gibberish_signs", { firstName: "фыва", lastName: "Олджэ" }, 2],
  ["name_gibberish_signs", { firstName: "йцуке", lastName: "Шгнек" }, 1],
  ["name_gibberish_signs", { firstName: "Мстислав", lastName: "Щербаков" }, 0],
  ["name_gibberish_signs", { firstName: "Anna", lastName: "Schwarzenberger" }, 0],
  ["name_gibberish_signs", { firstName: "Suharto", lastName: "Suharto" }, 0],
  ["name_gibberish_signs", { firstName: "李", lastName: "小龙" }, 0],
  ["random_typing_fields", {}, 0],
  ["random_typing_fields", { firstName: "Asdfgh" }, 0],
  ["random_typing_fields", { email: "x7k2m9@example.com" }, 0],
  ["random_typing_fields", { lastName: "Foo", email: "foo@example.com" }, 0],
  ["random_typing_fields", { firstName: "Test", lastName: "Null", email: "a1b@x.com" }, 0],
  ["random_typing_fields", { firstName: "Asdfgh", lastName: "Qwertz" }, 2],
  ["random_typing_fields", { firstName: "Asdfgh", email: "x7k2m9@example.com" }, 2],
  ["random_typing_fields", { lastName: "Aaa", email: "xkcdqw@example.com" }, 2],
  [
    "random_typing_fields",
    { firstName: "asdfgh", lastName: "qwertz", email: "asdfg1x2y3@example.com" },
    3,
  ],
  ["random_typing_fields", { firstName: "фывап", lastName: "ячсмить", email: "zzz@x.com" }, 3],
  // A mailbox made of an unusual name is no second sign.
  ["random_typing_fields", { lastName: "Mkrtchyan", email: "Mkrtchyan87@example.com" }, 0],
  ["random_typing_fields", { lastName: "Mkrtchyan", email: "ada.mkrtchyan.a1b2@x.com" }, 2],
  ["random_typing_fields", { firstName: "Asdfgh", lastName: "Qwertz", email: "asdfgh@x.com" }, 2],
  ["random_typing_fields", { firstName: "-", lastName: "李" }, 0],
  ["name_has_odd_symbol", {}, 0],
  ["name_has_odd_symbol", { firstName: "マリア・ルイサ", lastName: "צ׳רניחובסקי" }, 0],
  ["name_has_odd_symbol", { firstName: "Jean-Luc (J.)", lastName: "O’Neill d'Arc, Jr." }, 0],
  ["name_has_odd_symbol", { lastName: "<b>" }, 1],
  ["name_has_odd_symbol", { lastName: "😀" }, 1],
  ["name_mixes_scripts", {}, 0],
  ["name_mixes_scripts", { firstName: "Zoë", lastName: "Иванова" }, 0],
  ["name_mixes_scripts", { lastName: "Lovelаce" }, 1], // Its а is Cyrillic.
  ["name_mixes_scripts", { lastName: "Λovelace" }, 1],
  ["name_mixes_scripts", { firstName: "עדה", lastName: "😀" }, 0],
  ["given_name_is_initial", {}, 0],
  ["given_name_is_initial", { firstName: "A." }, 1],
  ["given_name_is_initial", { firstName: "Ж" }, 1],
  ["given_name_is_initial", { firstName: "A B" }, 0],
  ["given_name_is_initial", { firstName: "李" }, 0],
  ["given_name_is_initial", { firstName: "1" }, 0],
  ["name_is_lower_case", {}, 0],
  ["name_is_lower_case", { firstName: "ada", lastName: "lovelace" }, 1],
  ["name_is_lower_case", { firstName: "李", lastName: "龙" }, null],
  ["name_is_lower_case", { firstName: "עדה", lastName: "😀" }, null],
  ["name_is_upper_case", {}, 0],
  ["name_is_upper_case", { firstName: "ADA", lastName: "LOVELACE 1" }, 1],
  ["name_is_upper_case", { firstName: "李", lastName: "李" }, null],
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

// Every feature of the family is in the table, in whatever order the tests ran.
afterAll(() => {
  expect([...seen].sort()).toEqual(identity.map((feature) => feature.name).sort());
});
