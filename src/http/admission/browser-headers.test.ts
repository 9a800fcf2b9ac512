import { expect, test } from "bun:test";
import { browserHeaders } from "./browser-headers.ts";

const of = (headers: Record<string, string>) =>
  browserHeaders(new Request("http://service/sdk/batch", { headers }));

test("a browser's headers", () => {
  expect(
    of({
      origin: "https://hotel.example",
      "sec-fetch-mode": "cors",
      "accept-language": "pt-PT,pt;q=0.9,en;q=0.8",
      "sec-ch-ua": '"Chromium";v="156"',
      "sec-ch-ua-platform": '"Linux"',
    }),
  ).toEqual({
    origin: "https://hotel.example",
    fetchMode: "cors",
    language: "pt-PT",
    brands: '"Chromium";v="156"',
    platform: '"Linux"',
  });
});

test("what was not sent, or is empty, is null", () => {
  const nothing = { origin: null, fetchMode: null, language: null, brands: null, platform: null };
  expect(of({})).toEqual(nothing);
  expect(of({ origin: "", "accept-language": " ,;" })).toEqual(nothing);
});

test("a long one is cut", () => {
  const { origin, language } = of({
    origin: "x".repeat(9000),
    "accept-language": "y".repeat(9000),
  });
  expect([origin?.length, language?.length]).toEqual([200, 200]);
});
