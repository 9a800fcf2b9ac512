import { expect, test } from "bun:test";
import { attributeFeature, attributeFeatures, attributeValue } from "./attribute-feature.ts";

test("a name says which attribute is read, and which value of a category", () => {
  expect(attributeFeature("attribute.loyalty_years")).toEqual({
    attribute: "loyalty_years",
    category: null,
  });
  for (const category of ["metasearch", "a b", "50 %", "Ürün=1", "x'(y)*!~._-", "𝒳".repeat(64)]) {
    const name = `attribute.channel=${encodeURIComponent(category)}`;
    expect(attributeFeature(name)).toEqual({ attribute: "channel", category });
  }
});

test.each([
  "nights",
  "attribute.",
  "attribute.Upper",
  "attribute.a b",
  "attributes.a",
  " attribute.a",
  "attribute.a=",
  "attribute.a=b c",
  "attribute.a=%",
  "attribute.a=%ff",
  "attribute.a=%41",
  "attribute.a=%7E",
  "attribute.a=ü",
  "attribute.a=b\n",
  `attribute.${"x".repeat(64)}`,
])("%p is no name of one", (name) => {
  expect(attributeFeature(name)).toBeNull();
});

test("a number is as it is, a flag 1 or 0, a category 1 or 0; what is missing or of another type is missing", () => {
  const attributes = { years: -1.5, corporate: true, private: false, channel: "app" };
  const names = ["years", "corporate", "private", "channel=app", "channel=web", "none", "none=a"];
  const wrong = ["channel", "years=1", "corporate=true", "constructor", "constructor=a"];
  const values = attributeFeatures([...names, ...wrong].map((name) => `attribute.${name}`)).map(
    (feature) => attributeValue(feature, attributes),
  );
  expect(values).toEqual([-1.5, 1, 0, 1, 0, ...Array(7).fill(Number.NaN)]);
  for (const feature of attributeFeatures(["attribute.years", "attribute.channel=app"])) {
    expect(attributeValue(feature, undefined)).toBeNaN();
  }
});
