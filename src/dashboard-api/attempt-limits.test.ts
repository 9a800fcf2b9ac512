import { beforeEach, describe, expect, test } from "bun:test";
import { type AttemptLimits, attemptCounter, attemptLimits } from "./attempt-limits.ts";

let at: number;
let limits: AttemptLimits;
beforeEach(() => {
  at = 0;
  limits = attemptCounter(() => at);
});

const tries = (count: number, address: (i: number) => string, account: (i: number) => string) => {
  for (let i = 0; i < count; i++) limits.begin(address(i), account(i));
};

describe("a secret may be tried", () => {
  test("so often by one address at one account, and again when the time is over", () => {
    const { most, windowMs } = attemptLimits.account;
    tries(
      most,
      () => "203.0.113.7",
      () => "ada",
    );
    expect(() => limits.begin("203.0.113.7", "ada")).toThrow(/10 minutes/);
    expect(() => limits.begin("203.0.113.7", "bob")).not.toThrow();
    at = windowMs;
    expect(() => limits.begin("203.0.113.7", "ada")).not.toThrow();
  });

  test("so often by one address, however many accounts it tries", () => {
    tries(
      attemptLimits.address.most,
      () => "203.0.113.7",
      (i) => `user ${i}`,
    );
    expect(() => limits.begin("203.0.113.7", "another")).toThrow();
    expect(() => limits.begin("203.0.113.8", "another")).not.toThrow();
  });

  test("so often by the addresses of one customer's IPv6 network together", () => {
    tries(
      attemptLimits.address.most,
      (i) => `2001:db8::${i + 1}`,
      (i) => `user ${i}`,
    );
    expect(() => limits.begin("2001:db8::ffff", "another")).toThrow();
  });

  test("so often at one account, however many addresses try", () => {
    tries(
      attemptLimits.target.most,
      (i) => `203.0.${i}.7`,
      () => "ada",
    );
    expect(() => limits.begin("198.51.100.1", "ada")).toThrow(/60 minutes/);
    expect(() => limits.begin("198.51.100.1", "bob")).not.toThrow();
  });
});

test("the right secret is counted neither against the account nor against the address", () => {
  for (let i = 0; i < attemptLimits.address.most * 2; i++) {
    limits.begin("203.0.113.7", "ada")();
  }
  expect(() => limits.begin("203.0.113.7", "ada")).not.toThrow();
});
