import { expect, test } from "bun:test";
import { countriesOfZone, zoneOffsetMin } from "./time-zone.ts";

const summer = Date.UTC(2027, 6, 1);
const winter = Date.UTC(2027, 0, 1);

test("every zone that a browser can be in has countries or is at sea", () => {
  for (const zone of [...Intl.supportedValuesOf("timeZone"), "Europe/Kyiv", "US/Eastern", "UTC"]) {
    const countries = countriesOfZone(zone);
    expect([zone, countries]).not.toEqual([zone, null]);
    for (const country of countries!) expect(country).toMatch(/^[A-Z]{2}$/);
    expect([zone, zoneOffsetMin(zone, summer)]).not.toEqual([zone, null]);
  }
});

test.each(["", "europe/lisbon", "Europe/Lisboa", "toString", "__proto__", "x".repeat(64)])(
  "%j is no zone",
  (name) => {
    expect(countriesOfZone(name)).toBeNull();
    expect(zoneOffsetMin(name, summer)).toBeNull();
  },
);

test.each([
  ["UTC", 0, 0],
  ["Europe/Lisbon", 0, 60],
  ["America/New_York", -300, -240],
  ["US/Eastern", -300, -240],
  ["Asia/Kolkata", 330, 330],
  ["Asia/Kathmandu", 345, 345],
  ["America/St_Johns", -210, -150],
  ["Pacific/Kiritimati", 840, 840],
  ["Australia/Lord_Howe", 660, 630],
] as const)("%s is %i minutes ahead in January, %i in July", (zone, january, july) => {
  expect(zoneOffsetMin(zone, winter)).toBe(january);
  expect(zoneOffsetMin(zone, summer)).toBe(july);
  expect(zoneOffsetMin(zone, winter)).toBe(january); // Not what was last asked for.
});

test("a clock goes forward at its minute", () => {
  const forward = Date.UTC(2027, 2, 28, 1);
  expect(zoneOffsetMin("Europe/Lisbon", forward - 1)).toBe(0);
  expect(zoneOffsetMin("Europe/Lisbon", forward)).toBe(60);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])("%p is no moment", (at) => {
  expect(zoneOffsetMin("Europe/Lisbon", at)).toBeNull();
});
