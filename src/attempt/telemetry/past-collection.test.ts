import { describe, expect, test } from "bun:test";
import { schemaReader } from "../request/schema-reader.ts";
import { foldBatch } from "./fold.ts";
import { PastCollection } from "./past-collection.ts";
import { pastCollectionFacts } from "./summary.ts";

const at = Date.UTC(2027, 6, 1, 12);

/** Everything that a line can tell. */
const whole: PastCollection = {
  deviceId: "d-1",
  ip: "192.0.2.1",
  userAgent: "Mozilla/5.0",
  timezone: "Europe/Lisbon",
  language: "pt-PT",
  startedAt: "2027-07-01T13:50:00+02:00",
  screenWidth: 1920,
  screenHeight: 1080,
  viewportWidth: 1900,
  viewportHeight: 900,
  cores: 8,
  touchPoints: 0,
  platform: "Win32",
  pages: 3,
  referrerHost: "x.example",
};

/** What is not null. */
const told = (past: PastCollection) =>
  Object.fromEntries(Object.entries(pastCollectionFacts(past)).filter(([, fact]) => fact !== null));

test("the facts have the members that a tab has which the script saw, and no other", () => {
  const batch = { key: "", collectionId: "", sequence: 0, startedAt: 0, sentAt: 0, events: [] };
  const arrival = { receivedAt: at, ip: "", userAgent: "" };
  const seen = foldBatch(null, { ...batch, sdkVersion: "1" }, arrival);
  expect(Object.keys(pastCollectionFacts({})).sort()).toEqual(Object.keys(seen).sort());
});

test("of nothing told, each fact is null", () => {
  expect(told({})).toEqual({});
});

test("of all told, these are known, and each other is null", () => {
  expect(told(whole)).toEqual({
    firstAt: at - 600_000,
    device: {
      deviceId: "d-1",
      languages: ["pt-PT"],
      timeZone: "Europe/Lisbon",
      screenWidth: 1920,
      screenHeight: 1080,
      viewportWidth: 1900,
      viewportHeight: 900,
      cores: 8,
      touchPoints: 0,
      platform: "Win32",
    },
    deviceIds: ["d-1"],
    ips: ["192.0.2.1"],
    userAgents: ["Mozilla/5.0"],
    lastDeviceId: "d-1",
    lastIp: "192.0.2.1",
    pages: 3,
    referrerHost: "x.example",
  });
});

test.each([
  ["deviceId", ["device", "deviceIds", "lastDeviceId"]],
  ["ip", ["ips", "lastIp"]],
  ["userAgent", ["userAgents"]],
  ["timezone", ["device"]],
  ["language", ["device"]],
  ["startedAt", ["firstAt"]],
  ["screenWidth", ["device"]],
  ["screenHeight", ["device"]],
  ["viewportWidth", ["device"]],
  ["viewportHeight", ["device"]],
  ["cores", ["device"]],
  ["touchPoints", ["device"]],
  ["platform", ["device"]],
  ["pages", ["pages"]],
  ["referrerHost", ["referrerHost"]],
] as const)("%s alone tells %j", (name, facts) => {
  expect(Object.keys(told({ [name]: whole[name] })).sort()).toEqual([...facts].sort());
});

test("a zero is told, and so is a page that nobody led to", () => {
  expect(told({ pages: 0, referrerHost: "" })).toEqual({ pages: 0, referrerHost: "" });
  expect(told({ cores: 0 })).toEqual({ device: { cores: 0 } });
});

test("one attempt's facts are not another's", () => {
  const first = pastCollectionFacts(whole);
  first.device!.cores = 99;
  first.ips!.push("192.0.2.2");
  expect(pastCollectionFacts(whole)).toMatchObject({ device: { cores: 8 }, ips: [whole.ip] });
});

test("a zone is told as it is, and what the browser's clock showed is not guessed from it", () => {
  for (const timezone of ["Europe/Lisbon", "Mars/Base", "__proto__", "toString"]) {
    expect(pastCollectionFacts({ timezone }).device).toEqual({ timeZone: timezone });
  }
});

describe("what a line can tell is read strictly", () => {
  const read = (input: Record<string, unknown>) => schemaReader(PastCollection)(input);
  const pointers = (input: Record<string, unknown>) =>
    read(input).issues.map(({ pointer }) => pointer);

  test("and kept as it is; what is not known of is left out", () => {
    expect(read({ ...whole, language: " pt-PT ", ip: null, keys: 5 })).toEqual({
      value: { ...whole, ip: undefined },
      issues: [],
    });
  });

  const text = [5, true, [], {}];
  const counts = ["5", -1, 0.5, 1_000_001, 1e300, [], {}, true];
  test.each([
    ["deviceId", ["", " ", "x".repeat(129), "\ud800", "a\0", ...text]],
    ["ip", ["", "192.0.2", "192.0.2.256", "192.0.2.1/24", "localhost", ...text]],
    ["userAgent", ["", "x".repeat(1025), ...text]],
    ["timezone", ["", "x".repeat(65), ...text]],
    ["language", ["", "x".repeat(36), ...text]],
    ["startedAt", ["", "2027-07-01", "2027-07-01T12:00:00", "2027-02-30T12:00:00Z", 5, {}]],
    ["platform", ["", "x".repeat(65), ...text]],
    ["referrerHost", ["x".repeat(254), ...text]],
    ["screenWidth", counts],
    ["screenHeight", counts],
    ["viewportWidth", counts],
    ["viewportHeight", counts],
    ["cores", counts],
    ["touchPoints", counts],
    ["pages", counts],
  ] as const)("%s is none of %j", (name, values) => {
    for (const value of values)
      expect([value, pointers({ [name]: value })]).toEqual([value, [`/${name}`]]);
  });

  test.each([
    ["deviceId", "x".repeat(128)],
    ["ip", "2001:db8::1"],
    ["userAgent", "é".repeat(1024)],
    ["referrerHost", ""],
    ["startedAt", "1970-01-01T00:00Z"],
    ["cores", 1_000_000],
    ["pages", 0],
  ])("%s may be %p", (name, value) => {
    expect(read({ [name]: value })).toEqual({ value: { [name]: value }, issues: [] });
  });
});
