import { expect, test } from "bun:test";
import { attemptDelaysMs, webhookLimits } from "./limits.ts";
import { nextAttemptAt, retryAfterMs } from "./retry.ts";

const now = Date.UTC(2027, 3, 1, 12);
const at = (attempt: number, more: { random?: number; retryAfterMs?: number | null } = {}) =>
  nextAttemptAt(attempt, { now, random: 0, retryAfterMs: null, ...more });

test("the schedule is that of Standard Webhooks: ten attempts within 75 hours, 35 minutes and 5 seconds", () => {
  expect(attemptDelaysMs.length).toBe(10);
  const total = attemptDelaysMs.reduce((sum, delay) => sum + delay, 0);
  expect(total).toBe(((75 * 60 + 35) * 60 + 5) * 1000);
  expect(at(1)).toBe(now + 5000);
  expect(at(9)).toBe(now + 24 * 3_600_000);
  expect(at(10)).toBeNull();
});

test("jitter adds at most a fifth", () => {
  expect(at(2, { random: 1 })).toBe(now + 6 * 60_000);
  expect(at(2, { random: 0.5 })).toBe(now + 5.5 * 60_000);
});

test("Retry-After makes an attempt later, never earlier", () => {
  expect(at(1, { retryAfterMs: 60_000 })).toBe(now + 60_000);
  expect(at(3, { retryAfterMs: 60_000 })).toBe(now + 30 * 60_000);
  expect(at(10, { retryAfterMs: 60_000 })).toBeNull();
});

test.each([
  ["120", 120_000],
  ["0", null],
  ["Thu, 01 Apr 2027 12:01:00 GMT", 60_000],
  ["Thu, 01 Apr 2027 11:59:00 GMT", null],
  ["999999999", webhookLimits.retryAfterMs],
  ["soon", null],
  ["-1", null],
  [null, null],
])("Retry-After %p", (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected);
});
