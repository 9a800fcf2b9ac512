import { expect, test } from "bun:test";
import { readEmail } from "./email-address.ts";

test.each([
  ["ada@example.com", "ada@example.com"],
  ["  Ada.Lovelace+risk@Sub-Domain.Example.co.uk ", "ada.lovelace+risk@sub-domain.example.co.uk"],
  ["o'neil@example.com", "o'neil@example.com"],
])("%s is an address", (text, email) => {
  expect(readEmail(text)).toBe(email);
});

test.each([
  "",
  "ada",
  "ada@",
  "@example.com",
  "ada@localhost",
  "a b@example.com",
  "ada@@example.com",
  ".ada@example.com",
  "ada..l@example.com",
  "ada@example..com",
  "ada@-example.com",
  "<script>@example.com",
  "ada@example.com\nbcc: eve@example.com",
  `${"a".repeat(250)}@example.com`,
])("%j is none", (text) => {
  expect(readEmail(text)).toBeNull();
});

test("a text made to be slow is refused fast enough to be refused often", () => {
  for (let i = 0; i < 1000; i++) expect(readEmail(`${"a".repeat(253)}!`)).toBeNull();
});
