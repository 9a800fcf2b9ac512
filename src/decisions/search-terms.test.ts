import { describe, expect, test } from "bun:test";
import { phonesOf, searchTermsOf, textMax } from "./search-terms.ts";

const id = "dec_0196f0a1b2c37abc8def0123456789ab";
const kindsOf = (text: string, countries: string[] = []) =>
  searchTermsOf(text, countries).map(({ by }) => by);
const textsOf = (text: string, by: string) =>
  searchTermsOf(text).find((reading) => reading.by === by)?.texts;

describe("a text is read as", () => {
  test("a decision's identifier, in any letter case, and as the UUID in it", () => {
    for (const text of [id, id.toUpperCase(), ` ${id}\n`, id.slice(4)]) {
      expect(textsOf(text, "decision")).toEqual([id]);
    }
    expect(textsOf("0196f0a1-b2c3-7abc-8def-0123456789ab", "decision")).toEqual([id]);
    for (const text of [id.slice(0, -1), `${id}0`, "dec_", "dec_%"]) {
      expect(textsOf(text, "decision")).toBeUndefined();
    }
  });

  test("an e-mail address, as it stands or as a mail program copies it", () => {
    for (const text of ["Ada@Example.com", "mailto:Ada@Example.com", "<Ada@Example.com>"]) {
      expect(textsOf(text, "email")).toEqual(["Ada@Example.com"]);
    }
    for (const text of ["ada", "@", "a@b@c", "ada @example.com"]) {
      expect(textsOf(text, "email")).toBeUndefined();
    }
  });

  test("an address of the network, in its usual spelling", () => {
    expect(textsOf("203.0.113.7", "address")).toEqual(["203.0.113.7"]);
    expect(textsOf("2001:DB8:0:0::1", "address")).toEqual(["2001:db8::1"]);
    expect(textsOf("::ffff:203.0.113.7", "address")).toEqual(["203.0.113.7"]);
    for (const text of ["203.0.113", "203.0.113.256", "1", "0x7f.1"]) {
      expect(textsOf(text, "address")).toBeUndefined();
    }
  });

  test("whatever a merchant may have called something", () => {
    expect(kindsOf("4711")).toEqual(["request", "device", "booker", "hotel", "card"]);
    expect(kindsOf("Ada Lovelace")).toEqual([
      "request",
      "device",
      "booker",
      "hotel",
      "name",
      "card",
    ]);
    expect(kindsOf("col_m3k9x2ab7Qw4ZrT1")).toContain("collection");
  });

  test("one kind only, where that is said before it", () => {
    expect(searchTermsOf("booker: 4711")).toEqual([
      { by: "booker", text: "4711", texts: ["4711"] },
    ]);
    expect(kindsOf("email:nobody")).toEqual([]);
    // No kind of ours: part of the text.
    expect(textsOf("order:4711", "request")).toEqual(["order:4711"]);
    expect(textsOf("2001:db8::1", "address")).toEqual(["2001:db8::1"]);
  });

  test("nothing, where nothing that is kept can be so", () => {
    const broken = ["", "   ", "x".repeat(textMax + 1), "a\0b", "a\nb", "\ud800", "a\u0085b"];
    for (const text of broken) expect(kindsOf(text)).toEqual([]);
    expect(kindsOf("x".repeat(textMax))).toEqual(["booker", "hotel", "card"]);
    expect(kindsOf("card:4111 1111 1111 1111")).toEqual([]);
  });
});

describe("a phone number is found however it is typed", () => {
  test("with its country's code", () => {
    const spellings = [
      "+351912345678",
      "+351 912 345 678",
      "00351 912-345-678",
      "+351 (912) 345/678",
      "tel:+351912345678",
      "＋３５１ ９１２ ３４５ ６７８",
      "+351\u00a0912\u2011345\u2011678",
    ];
    for (const text of spellings) expect(phonesOf(text)).toContain("+351912345678");
  });

  test("with the zero in brackets, which a merchant may have sent too", () => {
    expect(phonesOf("+44 (0)20 7946 0000")).toEqual(["+4402079460000", "+442079460000"]);
  });

  test("without it, in the countries where it may be", () => {
    expect(phonesOf("912 345 678")).toEqual([]);
    expect(phonesOf("912 345 678", ["PT", "DE"])).toContain("+351912345678");
    expect(phonesOf("030 901820", ["PT", "DE"])).toContain("+4930901820");
  });

  test("and nothing else is one", () => {
    const others = [
      "",
      "+",
      "abc",
      "+351 912 CALL",
      "1+1",
      `+${"9".repeat(16)}`,
      "+0123456789",
      "(",
    ];
    for (const text of others) expect(phonesOf(text, ["PT"])).toEqual([]);
    expect(phonesOf("912345678", ["XX", "not a country", "PT"])).toContain("+351912345678");
  });
});
