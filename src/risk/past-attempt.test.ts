import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseDecisionId } from "./decision.ts";
import { type PastAttempt, readPastAttempt } from "./past-attempt.ts";

const now = Date.UTC(2027, 5, 1);
const decidedAt = "2027-04-01T12:00:00.250Z";
const at = Date.parse(decidedAt);

/** Written out, so that the test can disagree with the type that it checks. */
const request = {
  booker: {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    phone: "+351912345678",
  },
  hotel: { name: "Hotel Mundial", country: "PT" },
  booking: { checkIn: "2027-05-01", checkOut: "2027-05-04" },
  requestId: "r-1",
};
const line = { decidedAt, request };

function read(body: unknown): PastAttempt {
  const reading = readPastAttempt(JSON.stringify(body), now);
  if ("issues" in reading) throw new Error(JSON.stringify(reading.issues));
  return reading.attempt;
}

const issuesOf = (body: unknown): string[] => issuesOfText(JSON.stringify(body));
function issuesOfText(text: string): string[] {
  const reading = readPastAttempt(text, now);
  return "issues" in reading
    ? reading.issues.map(({ pointer, message }) => `${pointer} ${message}`)
    : [];
}

describe("a line", () => {
  test("with only a time and a request is an attempt without further data", () => {
    const attempt = read(line);
    expect(attempt).toMatchObject({ request, collection: null, outcome: null });
    expect(attempt.order.at).toBe(at);
    expect(parseDecisionId(attempt.order.id)).toEqual(attempt.order);
  });

  test("is validated like a request at checkout", () => {
    const spelled = {
      ...request,
      unknown: 1,
      guests: null,
      hotel: { name: " Hotel Mundial ", country: "pt", address: null },
    };
    expect(read({ ...line, request: spelled }).request).toEqual(request);
  });

  test("may have nulls and unknown members", () => {
    const more = { collection: null, outcome: null, outcomeAt: null, source: "x" };
    expect(read({ ...line, ...more })).toEqual(read(line));
  });

  test("keeps the collection's values; others are null", () => {
    const collection = { ip: "192.0.2.1", timezone: "Europe/Lisbon", keys: 5 };
    expect(read({ ...line, collection }).collection).toMatchObject({
      lastIp: "192.0.2.1",
      device: { timeZone: "Europe/Lisbon" },
      keys: null,
    });
    expect(read({ ...line, collection: {} }).collection).toMatchObject({
      lastIp: null,
      keys: null,
    });
  });
});

describe("a time", () => {
  test.each([
    ["2027-04-01T12:00Z", at - 250],
    ["2027-04-01T14:00:00.250+02:00", at],
    ["2027-04-01T12:00:00.250999999Z", at],
    ["2027-06-01T00:00:00Z", now],
    ["1970-01-01T00:00:00Z", 0],
  ])("%s is whole milliseconds of Unix time", (decidedAt, ms) => {
    const attempt = read({ ...line, decidedAt });
    expect(attempt.order.at).toBe(ms);
  });

  test.each([
    [{ decidedAt: "2027-06-01T00:00:00.001Z" }, "/decidedAt must not be in the future"],
    [{ decidedAt: "1969-12-31T23:59:59.999Z" }, "/decidedAt must not be before 1970"],
    [
      { collection: { startedAt: "2027-04-01T12:00:00.251Z" } },
      "/collection/startedAt must not be after decidedAt",
    ],
    [{ outcomeAt: "2027-05-01T12:00:00Z" }, "/outcomeAt needs an outcome"],
    [
      { outcome: "fraud", outcomeAt: "2027-04-01T12:00:00.249Z" },
      "/outcomeAt must not be before decidedAt",
    ],
    [
      { outcome: "fraud", outcomeAt: "2027-06-01T00:00:00.001Z" },
      "/outcomeAt must not be in the future",
    ],
  ])("%j is refused", (more, issue) => {
    expect(issuesOf({ ...line, ...more })).toEqual([issue]);
  });

  test.each([
    { collection: { startedAt: decidedAt } },
    { outcome: "fraud", outcomeAt: decidedAt },
    { outcome: "fraud", outcomeAt: "2027-06-01T00:00:00Z" },
  ])("%j is accepted, at the limit", (more) => {
    expect(issuesOf({ ...line, ...more })).toEqual([]);
  });
});

describe("an outcome", () => {
  test.each(["chargeback", "fraud", "legitimate"])("%s has the time of the line", (outcome) => {
    const outcomeAt = "2027-05-01T12:00:00+02:00";
    const reportedAt = Date.UTC(2027, 4, 1, 10);
    expect(read({ ...line, outcome, outcomeAt }).outcome).toEqual({
      outcome,
      reportedAt,
      isDated: true,
    });
  });

  test("without a time counts as reported now", () => {
    const outcome = "legitimate";
    expect(read({ ...line, outcome }).outcome).toEqual({
      outcome,
      reportedAt: now,
      isDated: false,
    });
  });
});

describe("errors are reported with their place", () => {
  test.each(["", "null", "[]", "5", '"x"', '{"decidedAt":', `${"[".repeat(100_000)}`])(
    "%p is not a JSON object",
    (text) => {
      expect(issuesOfText(text)).toEqual([" is not a JSON object"]);
    },
  );

  const time = "must be an ISO 8601 time with a time zone, such as 2026-05-20T09:00:00Z";
  test.each([
    [{ decidedAt: undefined }, "/decidedAt is required"],
    [{ decidedAt: null }, "/decidedAt is required"],
    [{ decidedAt: at }, "/decidedAt must be a string"],
    [{ decidedAt: "" }, `/decidedAt ${time}`],
    [{ decidedAt: "2027-04-01" }, `/decidedAt ${time}`],
    [{ decidedAt: "2027-04-01T12:00:00" }, `/decidedAt ${time}`],
    [{ decidedAt: "2027-02-30T12:00:00Z" }, `/decidedAt ${time}`],
    [{ decidedAt: "+012027-02-03T12:00:00Z" }, `/decidedAt ${time}`],
    [{ request: undefined }, "/request is required"],
    [{ request: "x" }, "/request must be an object"],
    [{ request: [] }, "/request must be an object"],
    [{ request: { ...request, requestId: "" } }, "/request/requestId must not be empty"],
    [
      { request: { ...request, hotel: { name: "x", country: "XX" } } },
      "/request/hotel/country must be an officially assigned ISO 3166-1 alpha-2 country code, such as PT",
    ],
    [
      { request: { ...request, booking: { checkIn: "2027-05-01", checkOut: "2027-05-01" } } },
      "/request/booking/checkOut must be after checkIn",
    ],
    [{ collection: [] }, "/collection must be an object"],
    [{ collection: "x" }, "/collection must be an object"],
    [{ collection: { ip: "x" } }, "/collection/ip must be an IPv4 or IPv6 address"],
    [{ collection: { cores: -1 } }, "/collection/cores must be a whole number from 0 to 1000000"],
    [{ outcome: "Fraud" }, "/outcome must be chargeback, fraud or legitimate"],
    [{ outcome: "" }, "/outcome must be chargeback, fraud or legitimate"],
    [{ outcome: true }, "/outcome must be a string"],
    [{ outcome: "fraud", outcomeAt: "yesterday" }, `/outcomeAt ${time}`],
  ])("%j", (more, issue) => {
    expect(issuesOf({ ...line, ...more })).toEqual([issue]);
  });

  test("all at once: of the line, the collection and the request", () => {
    const issues = issuesOf({
      decidedAt: "x",
      outcome: "y",
      outcomeAt: 5,
      collection: { ip: "z", pages: 0.5 },
      request: { ...request, requestId: 5, booker: { ...request.booker, email: "ada" } },
    });
    expect(issues.map((issue) => issue.split(" ")[0]).sort()).toEqual([
      "/collection/ip",
      "/collection/pages",
      "/decidedAt",
      "/outcome",
      "/outcomeAt",
      "/request/booker/email",
      "/request/requestId",
    ]);
    expect(issuesOf({}).sort()).toEqual(["/decidedAt is required", "/request is required"]);
  });

  test("two times at once", () => {
    const collection = { startedAt: "2028-01-01T00:00:00Z" };
    const outcomeAt = "2027-01-01T00:00:00Z";
    expect(issuesOf({ ...line, collection, outcomeAt }).sort()).toEqual([
      "/collection/startedAt must not be after decidedAt",
      "/outcomeAt must not be before decidedAt",
      "/outcomeAt needs an outcome",
    ]);
  });

  test("and no value is repeated", () => {
    const secret = "s3cr3t-Value";
    const valid = {
      ...line,
      outcome: "fraud",
      outcomeAt: "2027-05-01T00:00:00Z",
      collection: { deviceId: "d", ip: "192.0.2.1", startedAt: decidedAt },
    };
    const places: string[][] = [];
    const walk = (value: unknown, path: string[]) => {
      if (path.length > 0) places.push(path);
      if (typeof value !== "object" || value === null) return;
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    };
    walk(valid, []);
    expect(places.length).toBeGreaterThan(15);
    for (const path of places) {
      for (const value of [
        secret,
        `${secret}\ud800`,
        { [secret]: secret },
        [secret],
        7_654_987.5,
      ]) {
        const body = structuredClone(valid) as Record<string, unknown>;
        let inside = body;
        for (const key of path.slice(0, -1)) inside = inside[key] as Record<string, unknown>;
        inside[path.at(-1)!] = value;
        const issues = issuesOf(body).join("\n");
        expect(issues).not.toContain(secret);
        expect(issues).not.toContain("7654987");
      }
    }
    expect(issuesOfText(`${secret}{`).join()).not.toContain(secret);
  });
});

describe("an attempt's identifier", () => {
  test("is the same each time, whatever the other members are", () => {
    const { order } = read(line);
    const others = [
      line,
      { request, decidedAt },
      { ...line, decidedAt: "2027-04-01T14:00:00.25+02:00" },
      { ...line, outcome: "fraud" },
      { ...line, outcome: "legitimate", outcomeAt: "2027-05-01T00:00:00Z" },
      { ...line, collection: { ip: "192.0.2.1" } },
      { ...line, request: { ...request, unknown: 5, guests: null } },
      {
        ...line,
        request: Object.fromEntries(Object.entries(request).reverse()),
      },
      { ...line, request: { ...request, hotel: { country: "pt", name: " Hotel Mundial" } } },
    ];
    for (const other of others) expect(read(other).order).toEqual(order);
  });

  test("does not depend on when it is read", () => {
    const later = readPastAttempt(JSON.stringify(line), now + 1e9) as { attempt: PastAttempt };
    expect(later.attempt.order).toEqual(read(line).order);
  });

  test("differs for another time or request", () => {
    const others = [
      line,
      { ...line, decidedAt: "2027-04-01T12:00:00.251Z" },
      { ...line, request: { ...request, requestId: "r-2" } },
      { ...line, request: { ...request, guests: [] } },
      { ...line, request: { ...request, collectionId: "col_12345678" } },
      { ...line, request: { ...request, hotel: { ...request.hotel, name: "hotel mundial" } } },
      { ...line, request: { ...request, booker: { ...request.booker, referenceId: "u" } } },
    ];
    expect(new Set(others.map((one) => read(one).order.id)).size).toBe(others.length);
    // Of one millisecond, the tie tells them apart as well.
    expect(new Set(others.map((one) => read(one).order.tie)).size).toBe(others.length);
  });

  test("is a valid decision ID, for every time and request", () => {
    const times = fc.date({ min: new Date(0), max: new Date(now), noInvalidDate: true });
    fc.assert(
      fc.property(times, fc.uuid(), (time, requestId) => {
        const { order } = read({
          decidedAt: time.toISOString(),
          request: { ...request, requestId },
        });
        expect(parseDecisionId(order.id)).toEqual(order);
        expect(order.at).toBe(time.getTime());
      }),
    );
  });
});

describe("the collection ID", () => {
  const named = { ...request, collectionId: "col_12345678" };

  test("is kept where the line has collection data, and only there", () => {
    const seen = read({ ...line, request: named, collection: { ip: "192.0.2.1" } });
    expect(seen.request.collectionId).toBe("col_12345678");
    const unseen = read({ ...line, request: named });
    expect(unseen.request).toEqual(request);
    expect("collectionId" in unseen.request).toBe(false);
  });

  test("is derived where it is missing, the same each time and unique to the attempt", () => {
    const id = (more: object = {}) =>
      read({ ...line, collection: {}, ...more }).request.collectionId;
    expect(id()).toMatch(/^col_[0-9a-f]{32}$/);
    expect(id()).toBe(id({ collection: { ip: "192.0.2.1" } })!);
    expect(id({ decidedAt: "2027-04-01T12:00:00.251Z" })).not.toBe(id());
    expect(id({ request: { ...request, requestId: "r-2" } })).not.toBe(id());
  });
});
