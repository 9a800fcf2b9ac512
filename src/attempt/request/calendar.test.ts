import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { dayStartMs, daysBetween, isCalendarDate, utcDayOf } from "./calendar.ts";

const dayMs = 86_400_000;

describe("isCalendarDate", () => {
  test.each([
    "2027-01-01",
    "2027-12-31",
    "2028-02-29", // divisible by 4
    "2000-02-29", // divisible by 400
    "1999-04-30",
    "9999-12-31",
  ])("takes %p", (day) => {
    expect(isCalendarDate(day)).toBe(true);
  });

  test.each([
    "2027-02-29",
    "2100-02-29", // divisible by 100, not by 400
    "2027-02-30",
    "2027-04-31",
    "2027-00-10",
    "2027-13-01",
    "2027-01-00",
    "2027-01-32",
    "2027-1-1",
    "27-01-01",
    "2027/01/01",
    "20270101",
    "01-02-2027",
    "+02027-01-01",
    "-2027-01-01",
    "2027-01-01T00:00:00Z",
    "2027-01-01 ",
    " 2027-01-01",
    "2027-01-01\n",
    "２０２７-01-01",
    "",
    20270101,
    null,
    undefined,
    [["2027-01-01"]],
    new Date(0),
  ])("refuses %p", (day) => {
    expect(isCalendarDate(day)).toBe(false);
  });
});

test.each([
  ["2027-05-01", "2027-05-01", 0],
  ["2027-05-01", "2027-05-04", 3],
  ["2027-05-04", "2027-05-01", -3],
  ["2028-02-28", "2028-03-01", 2],
  ["2027-02-28", "2027-03-01", 1],
  ["2027-12-31", "2028-01-01", 1],
  ["2027-03-27", "2027-03-29", 2], // across a change to summer time
])("from %p to %p are %p days", (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});

test("the day of a moment is its day in UTC", () => {
  expect(utcDayOf(Date.UTC(2027, 4, 1))).toBe("2027-05-01");
  expect(utcDayOf(Date.UTC(2027, 4, 1) - 1)).toBe("2027-04-30");
  expect(utcDayOf(Date.UTC(2027, 4, 1) + dayMs - 1)).toBe("2027-05-01");
});

test("days and their numbers go back and forth", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -700_000, max: 2_900_000 }),
      fc.integer({ min: -9000, max: 9000 }),
      (start, length) => {
        const day = utcDayOf(start * dayMs);
        fc.pre(/^\d{4}-/.test(day));
        const later = utcDayOf((start + length) * dayMs);
        fc.pre(/^\d{4}-/.test(later));
        expect(isCalendarDate(day)).toBe(true);
        expect(dayStartMs(day)).toBe(start * dayMs);
        expect(daysBetween(day, later)).toBe(length);
      },
    ),
  );
});

test("there is no start of a day that there is not", () => {
  expect(dayStartMs("2027-13-01")).toBeNaN();
});

test("every day of four centuries is the one that `Date` has, and no other text is a day", () => {
  const two = (number: number) => String(number).padStart(2, "0");
  for (let year = 1896; year <= 2304; year++) {
    for (let month = 0; month <= 13; month++) {
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const text = `${year}-${two(month)}-${two(day)}`;
        const ms = Date.parse(`${text}T00:00:00.000Z`);
        const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
        if (isCalendarDate(text) !== exists) throw new Error(text);
        if (exists && dayStartMs(text) !== ms) throw new Error(text);
      }
    }
  }
});
