import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { processorMs } from "../../../test/fixtures/processor-time.ts";
import { type RiskRequest, readRiskRequest, requestIdOf } from "./risk-request.ts";

/** Written out, so that the test can disagree with the type that it checks. */
const minimal = {
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { name: "Hotel Mundial", country: "PT" },
  booking: { checkIn: "2027-05-01", checkOut: "2027-05-04" },
  requestId: "checkout-1",
};

const full = {
  collectionId: "col_m3k9x2ab7Qw4ZrT1uVbN8sYp",
  booker: { ...minimal.booker, referenceId: "user-4711" },
  guests: [{ firstName: "Ada", lastName: "Lovelace" }, { firstName: "Charles" }, {}],
  billing: { addressLine: "Rua Augusta 1", country: "GB" },
  hotel: { ...minimal.hotel, referenceId: "hotel-12", giataId: "3956", address: "Praça 1" },
  booking: {
    ...minimal.booking,
    groupSize: { adultCount: 2, childCount: 1, infantCount: 0 },
    totalAmount: { value: 125_50, currency: "EUR" },
    freeCancellationUntil: "2027-04-28T18:00:00+01:00",
  },
  payment: {
    method: "card",
    instrumentId: "fp_4mT9xKq2Lw",
    bin: "45717360",
    billingCountryMatch: false,
    avs: "match",
    cvc: "mismatch",
    threeDSecure: "exempted",
    previousDeclines: 2,
  },
  requestId: "checkout-1",
};

/** A copy of the full request with one value changed; `undefined` takes the member out. */
function withValue(path: string, value: unknown, of: object = full): Record<string, unknown> {
  const copy = structuredClone(of) as Record<string, unknown>;
  const keys = path.split("/");
  const last = keys.pop()!;
  let parent = copy;
  for (const key of keys) parent = parent[key] as Record<string, unknown>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return copy;
}

function valueAt(request: unknown, path: string): unknown {
  return path.split("/").reduce((at, key) => (at as Record<string, unknown>)[key], request);
}

function accepted(body: Record<string, unknown>): RiskRequest {
  const reading = readRiskRequest(body);
  if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
  return reading.request;
}

function pointers(body: Record<string, unknown>): string[] {
  const reading = readRiskRequest(body);
  return "issues" in reading ? reading.issues.map(({ pointer }) => pointer) : [];
}

test("the smallest and the largest request come out as they went in", () => {
  expect(accepted(minimal)).toEqual(minimal);
  expect(accepted(full)).toEqual(full as RiskRequest);
});

const texts: [path: string, longest: number, required: boolean][] = [
  ["booker/referenceId", 256, false],
  ["booker/firstName", 256, true],
  ["booker/lastName", 256, true],
  ["guests/0/firstName", 256, false],
  ["guests/0/lastName", 256, false],
  ["billing/addressLine", 512, false],
  ["hotel/referenceId", 256, false],
  ["hotel/giataId", 256, false],
  ["hotel/name", 256, true],
  ["hotel/address", 512, false],
  ["payment/instrumentId", 256, false],
  ["requestId", 128, true],
];

describe.each(texts)("%s, a text of at most %p", (path, longest, required) => {
  test("its length counts in characters, after trimming", () => {
    for (const character of ["x", "é", "漢", "😀"]) {
      const text = character.repeat(longest);
      expect(valueAt(accepted(withValue(path, ` ${text}\n`)), path)).toBe(text);
      expect(pointers(withValue(path, `${text}${character}`))).toEqual([`/${path}`]);
    }
  });

  test("no other type is taken for it", () => {
    for (const value of [1, true, {}, [], ["x"]]) {
      expect(pointers(withValue(path, value))).toEqual([`/${path}`]);
    }
  });

  test("half a surrogate pair and NUL are refused", () => {
    for (const value of ["a\ud800", "\udc00b", "a\0b"]) {
      expect(pointers(withValue(path, value))).toEqual([`/${path}`]);
    }
  });

  test(required ? "it is required, and not empty" : "it may be absent, null or empty", () => {
    const expected = required ? [`/${path}`] : [];
    expect(pointers(withValue(path, undefined))).toEqual(expected);
    expect(pointers(withValue(path, null))).toEqual(expected);
    expect(pointers(withValue(path, ""))).toEqual(expected);
    expect(pointers(withValue(path, " \t "))).toEqual(expected);
  });
});

describe("absence", () => {
  test.each([
    "booker",
    "booker/email",
    "booker/phone",
    "hotel",
    "hotel/country",
    "booking",
    "booking/checkIn",
    "booking/checkOut",
  ])("%s is required; null is as absent", (path) => {
    for (const value of [undefined, null]) {
      const reading = readRiskRequest(withValue(path, value));
      expect(reading).toEqual({ issues: [{ pointer: `/${path}`, message: "is required" }] });
    }
  });

  test.each([
    "collectionId",
    "guests",
    "billing",
    "billing/country",
    "booking/groupSize",
    "booking/groupSize/adultCount",
    "booking/groupSize/childCount",
    "booking/groupSize/infantCount",
    "booking/totalAmount",
    "booking/freeCancellationUntil",
    "payment",
    ...Object.keys(full.payment).map((name) => `payment/${name}`),
  ])("%s is optional; null is as absent", (path) => {
    const without = accepted(withValue(path, undefined));
    expect(valueAt(without, path)).toBeUndefined();
    expect(accepted(withValue(path, null))).toEqual(without);
  });

  test.each(["value", "currency"])("an amount needs its %s", (name) => {
    const pointer = `/booking/totalAmount/${name}`;
    const without = withValue(`booking/totalAmount/${name}`, undefined);
    expect(readRiskRequest(without)).toEqual({ issues: [{ pointer, message: "is required" }] });
  });

  test.each([
    "booker",
    "billing",
    "hotel",
    "booking",
    "booking/groupSize",
    "booking/totalAmount",
    "payment",
  ])("%s takes an object only", (path) => {
    for (const value of ["x", 1, true, [], [{}]]) {
      expect(pointers(withValue(path, value))).toEqual([`/${path}`]);
    }
  });
});

const sixtyFour = "x".repeat(64);
const label = "d".repeat(63);
/** 64 + 1 + 63 + 1 + 63 + 1 + 57 + 4 = 254 characters. */
const longestEmail = `${sixtyFour}@${label}.${label}.${"d".repeat(57)}.com`;

const formats: Record<string, { takes: [sent: unknown, read?: unknown][]; refuses: unknown[] }> = {
  "booking/freeCancellationUntil": {
    takes: [
      ["2027-04-28T18:00:00Z"],
      ["2027-04-28T18:00+05:30"],
      [" 2027-04-28T18:00:00.123-08:00 ", "2027-04-28T18:00:00.123-08:00"],
      ["2020-02-29T00:00:00Z"],
    ],
    refuses: ["2027-04-28", "2027-04-28T18:00:00", "2027-02-30T00:00:00Z", "tomorrow", "", 1, {}],
  },
  collectionId: {
    takes: [
      ["col_12345678"],
      [`col_${"a".repeat(64)}`],
      ["col_AZaz09_-"],
      [" col_12345678 ", "col_12345678"],
    ],
    refuses: [
      "col_1234567",
      `col_${"a".repeat(65)}`,
      "12345678",
      "COL_12345678",
      "col-12345678",
      "col_1234 5678",
      "col_1234567é",
      "col_12345678\nx",
      "",
      1,
      {},
    ],
  },
  "booker/email": {
    takes: [
      ["a@b.co"],
      ["  Ada@Example.COM\n", "Ada@Example.COM"],
      ["a.b+tag@sub.example.co.uk"],
      ["o'neil_x-y@example.com"],
      ["用户@例子.公司"],
      ["a@xn--fsqu00a.com"],
      [longestEmail],
    ],
    refuses: [
      `${longestEmail}x`,
      `x${longestEmail}`,
      `x${sixtyFour}@example.com`,
      "ada",
      "ada@",
      "@example.com",
      "ada@localhost",
      "ada@@example.com",
      "a@b@example.com",
      "ada lovelace@example.com",
      "ada@exa mple.com",
      "ada@example..com",
      "ada@.example.com",
      "ada@example.com.",
      "ada@-example.com",
      "ada@example-.com",
      `ada@${label}d.com`,
      "Ada <ada@example.com>",
      "ada@example.com,b@example.com",
      "ada@example.com\u0007",
      "ada@example.com\r\nBcc: x@example.com",
      "",
      " ",
      1,
      ["a@b.co"],
    ],
  },
  "booker/phone": {
    takes: [["+12"], ["+123456789012345"], [" +351912345678 ", "+351912345678"], ["+14155550100"]],
    refuses: [
      "351912345678",
      "00351912345678",
      "+0351912345678",
      "+1",
      "+1234567890123456",
      "+351 912 345 678",
      "+351-912",
      "+351912x",
      "+３５１９１２",
      "+",
      "",
      351912345678,
    ],
  },
  "hotel/country": {
    takes: [["PT"], ["pt", "PT"], ["Gb", "GB"], ["uS", "US"], [" DE ", "DE"], ["AQ"], ["SS"]],
    refuses: [
      "XK", // user-assigned
      "UK", // exceptionally reserved
      "EU",
      "AA",
      "ZZ",
      "AN", // withdrawn
      "SU",
      "PRT",
      "P",
      "P T",
      "",
      "ıt", // upper case is IT, but it is no Latin i
      "eſ", // upper case is ES, but it is no Latin s
      "ß", // upper case is SS
      620,
      ["PT"],
    ],
  },
  "billing/country": {
    takes: [["fr", "FR"], ["FR"]],
    refuses: ["XK", "UK", "EU", "AA", "FRA", "", 1],
  },
  "booking/checkIn": {
    takes: [["2027-05-01"], [" 2027-05-03 ", "2027-05-03"], ["1999-12-31"], ["2024-02-29"]],
    refuses: ["2027-02-29", "2027-5-1", "01.05.2027", "2027-05-01T12:00", "", 20270501, {}],
  },
  "booking/checkOut": {
    takes: [["2027-05-02"], ["2028-02-29"], ["9999-12-31"]],
    refuses: [
      "2027-05-01", // the day of the check-in
      "2027-04-30",
      "1999-01-01",
      "2030-02-29",
      "2027-06-31",
      "tomorrow",
      1,
    ],
  },
  "booking/groupSize/adultCount": {
    takes: [[0], [1], [1000], [JSON.parse("2.0"), 2], [JSON.parse("1e2"), 100]],
    refuses: [-1, 1001, 1.5, "2", "", true, [1], {}, JSON.parse("1e400"), 2 ** 53],
  },
  "booking/groupSize/childCount": { takes: [[0], [1000]], refuses: [-1, 1001, 0.5, "0"] },
  "booking/groupSize/infantCount": { takes: [[0], [1000]], refuses: [-1, 1001, 0.5, "0"] },
  "booking/totalAmount/value": {
    takes: [[0], [1], [999_999_999_999], [JSON.parse("12550.0"), 12550]],
    refuses: [-1, 125.5, 1e12, "12550", "", true, JSON.parse("1e400"), {}],
  },
  "booking/totalAmount/currency": {
    takes: [["EUR"], ["jpy", "JPY"], [" Usd ", "USD"], ["BHD"]],
    refuses: ["EU", "EURO", "XYZ", "€", "E R", "ıNR", "", 978, ["EUR"]],
  },
  "payment/method": {
    takes: [["card"], [" wallet ", "wallet"], ["payAtProperty"], ["other"]],
    refuses: ["Card", "cash", "card\nx", "", 1, true, ["card"]],
  },
  "payment/bin": {
    takes: [["457173"], ["4571736"], [" 45717360 ", "45717360"]],
    refuses: ["45717", "457173600", "4571 73", "45717x", "４５７１７３", "", 457173],
  },
  "payment/billingCountryMatch": {
    takes: [[true], [false]],
    refuses: ["true", "", 0, 1, "yes", {}],
  },
  "payment/avs": {
    takes: [["match"], ["addressMatch"], ["postalCodeMatch"], ["unchecked"]],
    refuses: ["Y", "Match", "", false],
  },
  "payment/cvc": {
    takes: [["match"], ["mismatch"], ["unavailable"], ["unchecked"]],
    refuses: ["123", 123, "M", ""],
  },
  "payment/threeDSecure": {
    takes: [["authenticated"], ["attempted"], ["failed"], ["notRequested"]],
    refuses: ["05", "Y", "", true],
  },
  "payment/previousDeclines": {
    takes: [[0], [1000]],
    refuses: [-1, 1001, 0.5, "0", ""],
  },
  guests: {
    takes: [[[]], [[{}]], [Array(100).fill({ firstName: "A" })]],
    refuses: [Array(101).fill({}), {}, "Ada", 1, { 0: {}, length: 1 }],
  },
};

describe.each(Object.entries(formats))("%s", (path, { takes, refuses }) => {
  test.each(takes.map(([sent, read]) => ({ sent, read: read ?? sent })))("takes %j", (one) => {
    expect(valueAt(accepted(withValue(path, one.sent)), path)).toEqual(one.read);
  });

  test.each(refuses.map((value) => ({ value })))("refuses %j", ({ value }) => {
    expect(pointers(withValue(path, value))).toEqual([`/${path}`]);
  });
});

test("a check-in in the past is scored, not refused", () => {
  const booking = { checkIn: "1970-01-01", checkOut: "1970-01-02" };
  expect(accepted({ ...minimal, booking }).booking).toEqual(booking);
});

test("a guest that is no object is pointed at", () => {
  expect(pointers({ ...minimal, guests: [{}, null, "Ada", 1, []] })).toEqual([
    "/guests/1",
    "/guests/2",
    "/guests/3",
    "/guests/4",
  ]);
});

describe("a card number", () => {
  const number = "4111111111111111";
  const written = [
    number,
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "４１１１１１１１１１１１１１１１",
    "4111.1111/1111_1111",
    "«4111»1111–1111\u00a01111",
    "٤١١١١١١١١١١١١١١١",
    "5500005555555559",
    "378282246310005",
    "6304000000000000",
    "4222222222222",
    "6011000990139424009",
  ];

  test.each(written)("as payment.instrumentId is refused, and not repeated: %s", (text) => {
    const reading = readRiskRequest(withValue("payment/instrumentId", text));
    const pointer = "/payment/instrumentId";
    const message = expect.stringContaining("looks like a card number");
    expect(reading).toEqual({ issues: [{ pointer, message }] });
    expect(JSON.stringify(reading)).not.toContain(text);
  });

  test("in any member of payment and of the amount is refused, or is of a member that is dropped", () => {
    const members = [
      ...Object.keys(full.payment).map((name) => `payment/${name}`),
      "booking/totalAmount/value",
      "booking/totalAmount/currency",
      "booking/totalAmount",
      "payment",
    ];
    for (const path of members) {
      for (const value of [number, Number(number), [number], { [number]: number }, [[number]]]) {
        const reading = readRiskRequest(withValue(path, value));
        // Objects without a member that is known are an empty payment, and an amount that lacks all.
        expect(JSON.stringify(reading)).not.toContain(number);
        if (path !== "payment") expect(reading).toHaveProperty("issues");
      }
    }
    const unknown = { ...full.payment, cardNumber: number, card: { number } };
    expect(accepted({ ...full, payment: unknown })).toEqual(full as RiskRequest);
  });

  test.each([
    "4111111111111112",
    "411111111111",
    "41111111111111111111",
    `tok_${number}`,
    "pm_1J4x",
    "4111a1111b1111c1111",
    "11111111-1111-4111-8111-111111111111",
  ])("is not what a token looks like: %s", (text) => {
    expect(accepted(withValue("payment/instrumentId", text)).payment?.instrumentId).toBe(text);
  });

  test("in the members of the specification is text like any other", () => {
    for (const path of ["booker/referenceId", "billing/addressLine", "hotel/referenceId"]) {
      expect(valueAt(accepted(withValue(path, number)), path)).toBe(number);
    }
  });
});

describe("unknown fields", () => {
  test("are dropped everywhere, whatever they hold", () => {
    const extra = { extra: "\0\ud800", nested: [{ x: 1 }] };
    const body = {
      ...full,
      ...extra,
      booker: { ...full.booker, ...extra },
      guests: full.guests.map((guest) => ({ ...guest, ...extra })),
      billing: { ...full.billing, ...extra },
      hotel: { ...full.hotel, ...extra },
      booking: {
        ...full.booking,
        ...extra,
        groupSize: { ...full.booking.groupSize, ...extra },
        totalAmount: { ...full.booking.totalAmount, ...extra },
      },
      payment: { ...full.payment, ...extra },
    };
    expect(accepted(body)).toEqual(full as RiskRequest);
  });

  test("__proto__, constructor and prototype change nothing", () => {
    const poison = '"__proto__":{"collectionId":"col_12345678"},"constructor":{},"prototype":1';
    const text = JSON.stringify(minimal)
      .replace("{", `{${poison},`)
      .replace('"booker":{', `"booker":{${poison},`);
    const request = accepted(JSON.parse(text));
    expect(JSON.stringify(request)).toBe(JSON.stringify(accepted(minimal)));
    expect(request.collectionId).toBeUndefined();
    expect(Object.getPrototypeOf(request)).toBe(Object.prototype);
    expect(({} as { collectionId?: string }).collectionId).toBeUndefined();
  });

  test("a required field is not found in a prototype", () => {
    expect(pointers(JSON.parse(`{"__proto__":${JSON.stringify(minimal)}}`))).toEqual([
      "/booker",
      "/hotel",
      "/booking",
      "/requestId",
    ]);
  });
});

describe("issues", () => {
  test("every one at once, each with its pointer and a message that says what to do", () => {
    const reading = readRiskRequest({
      collectionId: "col_x",
      booker: { firstName: " ", email: "x", phone: "1" },
      guests: [{}, { firstName: 1 }],
      billing: { country: "UK" },
      hotel: [],
      booking: {
        checkIn: "2027-05-01",
        checkOut: "2027-05-01",
        groupSize: { adultCount: "2", childCount: 1.5, infantCount: -1 },
      },
    });
    expect(reading).toEqual({
      issues: expect.arrayContaining([
        { pointer: "/collectionId", message: expect.stringContaining("col_") },
        { pointer: "/booker/firstName", message: "must not be empty" },
        { pointer: "/booker/lastName", message: "is required" },
        { pointer: "/booker/email", message: "must be an e-mail address" },
        { pointer: "/booker/phone", message: expect.stringContaining("E.164") },
        { pointer: "/guests/1/firstName", message: "must be a string" },
        { pointer: "/billing/country", message: expect.stringContaining("ISO 3166-1") },
        { pointer: "/hotel", message: "must be an object" },
        { pointer: "/booking/checkOut", message: "must be after checkIn" },
        { pointer: "/booking/groupSize/adultCount", message: expect.stringContaining("whole") },
        { pointer: "/booking/groupSize/childCount", message: expect.stringContaining("1000") },
        { pointer: "/booking/groupSize/infantCount", message: expect.stringContaining("0 to") },
        { pointer: "/requestId", message: "is required" },
      ]),
    });
    expect((reading as { issues: unknown[] }).issues).toHaveLength(13);
  });

  test("a body of the largest size has at most 254, and is judged at once", async () => {
    const field = { firstName: "\0", lastName: 1 };
    const worst = {
      collectionId: 1,
      booker: { ...field, referenceId: 1, email: 1, phone: 1 },
      guests: Array.from({ length: 1500 }, () => field),
      billing: { addressLine: 1, country: 1 },
      hotel: { referenceId: 1, giataId: 1, name: 1, address: 1, country: 1 },
      booking: {
        checkIn: 1,
        checkOut: 1,
        groupSize: { adultCount: "", childCount: "", infantCount: "" },
      },
      attributes: Object.fromEntries(Array.from({ length: 32 }, (_, i) => [`a${i}`, ""])),
      requestId: 1,
    };
    expect(JSON.stringify(worst).length).toBeWithin(50_000, 65_536);
    const found = pointers(worst);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(254); // 19 fields, the list, two of each of its first 101 guests, and 32 attributes.
    const tookMs = await processorMs(() => {
      for (let n = 0; n < 100; n++) pointers(worst);
    });
    expect(tookMs).toBeLessThan(1000); // A body takes some 0.2 ms.
  });

  test("an empty body misses what is required, each once", () => {
    expect(pointers({})).toEqual(["/booker", "/hotel", "/booking", "/requestId"]);
  });

  const paths = [
    ...texts.map(([path]) => path),
    ...Object.keys(formats),
    "booker",
    "billing",
    "hotel",
    "booking",
    "booking/groupSize",
    "guests/1",
  ];
  const marker = "s3cr3t-marker";
  const malformed = fc.constantFrom<unknown>(
    marker,
    `${marker}\0`,
    `${marker}\ud800`,
    marker.repeat(100),
    [marker],
    { [marker]: marker },
    { [`${marker}/~`]: `${marker}\0` },
    [{ [marker]: [`${marker}\udc00`] }],
  );

  test("values and member names of the caller are never repeated, one message a pointer", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...paths), malformed)), (changes) => {
        // The deepest last, so that none is lost under a parent that is no object.
        let body: Record<string, unknown> = structuredClone(full);
        for (const [path, value] of changes) {
          try {
            body = withValue(path, value, body);
          } catch {} // Its parent is malformed already.
        }
        const reading = readRiskRequest(body);
        if (!("issues" in reading)) return;
        expect(JSON.stringify(reading.issues)).not.toContain(marker);
        const found = reading.issues.map(({ pointer }) => pointer);
        expect(found).toEqual([...new Set(found)]);
        for (const pointer of found) expect(pointer).toMatch(/^(\/[A-Za-z0-9]+)+$/);
      }),
      { numRuns: 500 },
    );
  });

  test("whatever JSON comes, the reading neither throws nor takes what is no request", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(full), "x"), fc.jsonValue()),
        (body) => {
          expect("issues" in readRiskRequest(body)).toBe(true);
        },
      ),
    );
  });

  test("a field nested without end is an issue, not a crash", () => {
    const deep = JSON.parse(`${"[".repeat(30_000)}${"]".repeat(30_000)}`);
    expect(pointers({ ...minimal, hotel: deep })).toEqual(["/hotel"]);
    expect(pointers(withValue("hotel/name", deep))).toEqual(["/hotel/name"]);
  });

  test("a body full of e-mail-like text is judged at once", async () => {
    const texts = [`a@${"a.".repeat(30_000)}`, `a@${"a".repeat(60_000)}`, "@".repeat(60_000)];
    const tookMs = await processorMs(() => {
      for (const text of texts) {
        expect(pointers(withValue("booker/email", text))).toEqual(["/booker/email"]);
      }
    });
    expect(tookMs).toBeLessThan(1000);
  });
});

describe("requestIdOf", () => {
  test.each([
    [{ requestId: "checkout-1" }, "checkout-1"],
    [{ requestId: "  x\n" }, "x"],
    [{ requestId: "x".repeat(128) }, "x".repeat(128)],
    [{ requestId: "😀".repeat(128), hotel: 1 }, "😀".repeat(128)],
    [{ requestId: "x".repeat(129) }, null],
    [{ requestId: "😀".repeat(129) }, null],
    [{ requestId: "" }, null],
    [{ requestId: "  " }, null],
    [{ requestId: 1 }, null],
    [{ requestId: ["x"] }, null],
    [{ requestId: { toString: "x" } }, null],
    [{ requestId: "a\0" }, null],
    [{ requestId: "a\ud800" }, null],
    [{ requestId: null }, null],
    [{}, null],
    [[], null],
    [null, null],
    [undefined, null],
    ["requestId", null],
    [1, null],
  ])("of %j is %j", (body, id) => {
    expect(requestIdOf(body)).toBe(id);
  });

  test("agrees with the reading of the whole request", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 140 }), (requestId) => {
        const reading = readRiskRequest({ ...minimal, requestId });
        const id = "request" in reading ? reading.request.requestId : null;
        expect(requestIdOf({ requestId })).toBe(id);
      }),
    );
  });
});
