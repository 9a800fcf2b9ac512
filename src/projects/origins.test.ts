import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BadOrigin, isAllowedOrigin, originsMax, readOrigin, readOrigins } from "./origins.ts";

describe("an origin is kept as browsers spell it", () => {
  test.each([
    ["https://hotel.example", "https://hotel.example"],
    ["HTTPS://WWW.Hotel.Example", "https://www.hotel.example"],
    ["https://hotel.example:443", "https://hotel.example"],
    ["https://hotel.example:8443", "https://hotel.example:8443"],
    ["http://hotel.example:80", "http://hotel.example"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
    ["https://hôtel.example", "https://xn--htel-vqa.example"],
    ["https://*.Hotel.example", "https://*.hotel.example"],
    ["https://*.hotel.example:8443", "https://*.hotel.example:8443"],
  ])("%p", (text, origin) => {
    expect(readOrigin(text)).toBe(origin);
    expect(readOrigin(origin)).toBe(origin);
  });
});

test.each([
  "",
  "null",
  "*",
  "hotel.example",
  "//hotel.example",
  "https://",
  "https:hotel.example",
  "ftp://hotel.example",
  "javascript://hotel.example",
  "chrome-extension://abcdef",
  "https://hotel.example/",
  "https://hotel.example/booking",
  "https://hotel.example?a",
  "https://hotel.example#a",
  "https://ada@hotel.example",
  "https://ada:secret@hotel.example",
  "https://hotel.example\\evil.example",
  "https://hotel.example https://evil.example",
  " https://hotel.example",
  "https://hotel.example\n",
  "https://hotel.example.",
  "https://hotel.example:99999",
  "https://hotel.example:x",
  "https://%68otel.example",
  "https://*",
  "https://*.",
  "https://*.example",
  "https://*hotel.example",
  "https://www.*.example",
  "https://*.*.hotel.example",
  "https://*.1.2.3.4",
  "https://*.[::1]",
  "https://hotel_\0.example",
  `https://${"a".repeat(400)}.example`,
])("%j is refused, in one line", (text) => {
  expect(() => readOrigin(text)).toThrow(BadOrigin);
  try {
    readOrigin(text);
  } catch (error) {
    expect((error as Error).message.length).toBeLessThan(300);
    expect((error as Error).message).not.toContain("\n");
  }
});

test("no text makes it fail otherwise, and what it takes is an origin of the URL standard", () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.webUrl().map((url) => url.replace(/\/.*/, "")),
  );
  const host = fc.domain().map((domain) => `https://${domain}`);
  fc.assert(
    fc.property(fc.oneof(text, host), (text) => {
      try {
        const origin = readOrigin(text);
        expect(new URL(origin.replace("*.", "x.")).origin).toBe(origin.replace("*.", "x."));
      } catch (error) {
        if (!(error instanceof BadOrigin)) throw error;
      }
    }),
    { numRuns: 1000 },
  );
});

test("each is kept once, and there are at most so many", () => {
  const same = ["https://hotel.example", "https://HOTEL.example:443", "https://b.example"];
  expect(readOrigins(same)).toEqual(["https://hotel.example", "https://b.example"]);
  const many = Array.from({ length: originsMax + 1 }, (_, i) => `https://h${i}.example`);
  expect(readOrigins(many.slice(1))).toHaveLength(originsMax);
  expect(() => readOrigins(many)).toThrow(/at most 20/);
});

describe("allowed", () => {
  const origins = readOrigins([
    "https://hotel.example",
    "https://*.hotel.example",
    "http://a.b:81",
  ]);
  test.each([
    "https://hotel.example",
    "https://www.hotel.example",
    "https://a.b.hotel.example",
    "http://a.b:81",
  ])("is %p", (origin) => {
    expect(isAllowedOrigin(origins, origin)).toBe(true);
  });

  test.each([
    null,
    "",
    "null",
    "http://hotel.example",
    "https://hotel.example:8443",
    "https://hotel.example.evil.example",
    "https://evilhotel.example",
    "https://.hotel.example",
    "https://www.hotel.example:8443",
    "http://www.hotel.example",
    "https://*.hotel.example.evil",
    "HTTPS://HOTEL.EXAMPLE",
    "http://a.b",
    "https://evil.example//*.hotel.example/",
  ])("is not %p", (origin) => {
    expect(isAllowedOrigin(origins, origin)).toBe(false);
  });

  test("is no host itself where only those below it are", () => {
    expect(isAllowedOrigin(["https://*.hotel.example"], "https://hotel.example")).toBe(false);
  });

  test("is none without any", () => {
    expect(isAllowedOrigin([], "https://hotel.example")).toBe(false);
  });
});
