import { expect, test } from "bun:test";
import { languageFits } from "./language.ts";

test.each([
  [["de"], "CH", true],
  [["de-DE"], "CH", true],
  [["en-CH"], "CH", true],
  [["en-US"], "CH", false],
  [["en-US", "fr"], "CH", true],
  [["nb-NO"], "NO", true],
  [["nn"], "NO", true],
  [["fil-PH"], "PH", true],
  [["zh-Hant-TW"], "TW", true],
  [["sr-Latn-RS"], "RS", true],
  [["ca-ES-valencia"], "ES", true],
  [["en_GB"], "GB", true],
  [["PT-br"], "BR", true],
  [["iw"], "IL", true],
  [["en"], "AQ", null],
  [["en"], "constructor", null],
  [[], "PT", null],
  [["", "-", "*", "english", "x".repeat(35)], "PT", null],
  [["*", "en"], "PT", false],
] as const)("%j with %s: %p", (languages, country, goes) => {
  expect(languageFits(languages, country)).toBe(goes as boolean);
});
