import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cityOf, plainName, surnameKeyOf } from "./names.ts";

const of = (address: string | undefined, country = "PT") =>
  cityOf({ name: "Hotel Mundial", country, ...(address !== undefined && { address }) });

describe("the city is the last part of the address that is a name", () => {
  test.each([
    ["PT", "Av. da Liberdade 185, 1250-096 Lisboa, Portugal", "lisboa"],
    ["PT", "Av. da Liberdade 185, Lisboa", "lisboa"],
    ["PT", "Praça Martim Moniz 2, LISBOA , PT", "lisboa"],
    ["PT", "Praça Martim Moniz 2, Lisboa, portugal.", "lisboa"],
    ["PT", "Praça Martim Moniz 2, Lisboa, 1100-341", "lisboa"],
    ["PT", "Praça Martim Moniz 2, Lisboa, 1100-341, Portugal", "lisboa"],
    ["PT", "Rua A, Vila Nova de Gaia,", "vila nova de gaia"],
    ["DE", "Kurfürstendamm 1, D-10719 Berlin, Germany", "berlin"],
    ["AT", "Ring 1, 1010 Wien, Österreich-Haus", "osterreich haus"],
    ["AT", "Kurhausstraße 1, 4820 Bad Ischl, Austria", "bad ischl"],
    ["GB", "1 Strand, London WC2N 5HR, United Kingdom", "london"],
    ["GB", "1 Strand, London, WC2N 5HR, gb", "london"],
    ["CI", "Rue 1, Abidjan, Côte d'Ivoire", "abidjan"],
    ["TR", "Cadde 1, 34000 İstanbul, TÜRKİYE", "istanbul"],
    ["CN", "长安街 1, 北京", "北京"],
    ["CN", "长安街１，北京 １０００００", "北京"], // Full-width comma and digits.
    ["PT", "Rua ① 1, Lisboa, ②", "lisboa"],
    ["GB", "1 Strand, London WC2N 5HR, UK", "london"],
    ["US", "1 Beacon St, Boston 02108, USA", "boston"],
    ["US", "1 Beacon St, Boston 02108, United States", "boston"],
    ["AE", "Sheikh Zayed Road, Dubai, UAE", "dubai"],
    ["SG", "1 Beach Road, Singapore 189673", null],
    ["LU", "1 Rue, Luxembourg, Luxembourg", null],
  ])("%s: %s", (country, address, city) => {
    expect(of(address, country)).toBe(city as string);
  });

  test("another country's name is a name as any other", () => {
    expect(of("Rua 1, Portugal", "ES")).toBe("portugal");
    expect(of("Rua 1, Lisboa, PT", "ES")).toBe("pt");
    expect(of("Rua 1, Lisboa, USA", "GB")).toBe("usa");
  });
});

describe("an address that tells no city", () => {
  test.each([
    undefined,
    "",
    ",",
    ",,,",
    "Lisboa",
    "Avenida da Liberdade 185",
    "Lisboa, Portugal", // What stands first is the street.
    "Rua Augusta 1, 1100-053",
    "Rua Augusta 1, 1100-053, PT",
    "Rua Augusta 1, -, ...",
  ])("%p", (address) => {
    expect(of(address)).toBeNull();
  });
});

test("is the same in every spelling, and never empty, whatever the address", () => {
  const part = fc.oneof(fc.string({ unit: "binary", maxLength: 20 }), fc.constantFrom("", "Porto"));
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const address = parts.join(",");
      const city = of(address);
      expect(city).not.toBe("");
      expect(of(address.normalize("NFD"))).toBe(city);
      if (city !== null) expect(city).not.toMatch(/\d/);
    }),
  );
});

test.each([
  ["José", "jose"],
  ["Jónas Müller", "jonas muller"],
  ["  O'Brien-Smith ", "o brien smith"],
  ["İbrahim", "ibrahim"],
  ["李 小龙", "李 小龙"],
  ["ﬁona", "fiona"],
  ["Room  7,  Wing B", "room 7 wing b"],
  ["Ａｄａ ２", "ada 2"],
  ["...", ""],
  ["", ""],
])("%p is plainly %p", (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

const letters = fc.string({ unit: fc.constantFrom(..."abYZ09 -é\u0301İß'"), maxLength: 20 });

test("a name of plain letters takes a shorter way to the same", () => {
  // An accent without a letter under it is no letter, but keeps a name from being plain already.
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."abYZ09  "), maxLength: 20 }), (name) => {
      expect(plainName(name)).toBe(plainName(`\u0301${name}`));
    }),
  );
});

test("a plain name is plain already, and has no spaces to spare", () => {
  fc.assert(
    fc.property(fc.oneof(letters, fc.string({ unit: "binary", maxLength: 30 })), (name) => {
      const plain = plainName(name);
      expect(plainName(plain)).toBe(plain);
      expect(plain).toBe(plain.trim());
      expect(plain).not.toContain("  ");
    }),
  );
});

test.each([
  ["Lovelace", "love"],
  ["Иванова", "ivan"],
  ["Ivanov", "ivan"],
  ["Παπαδόπουλος", "papa"],
  ["García López", "garc"],
  ["van der Berg", "berg"],
  ["O'Neill", "onei"],
  ["Ng", "ng"],
  ["王", "wang"],
  ["김", "gim"],
  ["Von", "von"],
  ["😀 7", null],
  ["", null],
])("the family name %p begins with %p", (lastName, key) => {
  expect(surnameKeyOf(lastName)).toBe(key);
});
