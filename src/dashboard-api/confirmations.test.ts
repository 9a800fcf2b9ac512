import { expect, test } from "bun:test";
import { confirmedMs, openConfirmations } from "./confirmations.ts";
import type { Requirement } from "./route-permissions.ts";

const session = { id: "1", createdAt: new Date(0) };
const other = { id: "2", createdAt: new Date(0) };

function opened() {
  const clock = { at: 0 };
  const confirmations = openConfirmations(() => clock.at);
  const asking =
    (requirement: Requirement, { method = "POST", twoFactorEnabled = false, of = session } = {}) =>
    () =>
      confirmations.assertFor({
        method,
        requirement,
        session: of,
        user: { twoFactorEnabled, hasPasskey: false },
      });
  return { clock, confirmations, asking };
}

test("a session acts for a time after it began, and after its password was entered again", () => {
  const { clock, confirmations, asking } = opened();
  clock.at = confirmedMs;
  expect(asking("key.create")).not.toThrow();
  clock.at += 1;
  expect(asking("key.create")).toThrow(/password again/);
  expect(asking("key.read")).not.toThrow();
  confirmations.add(session.id);
  clock.at += confirmedMs;
  expect(asking("key.create")).not.toThrow();
  expect(asking("key.create", { of: other })).toThrow(/password again/);
  clock.at += 1;
  expect(asking("key.create")).toThrow(/password again/);
});

test("erasing data takes a confirmation, and reading the receipts none", () => {
  const { clock, asking } = opened();
  clock.at = confirmedMs + 1;
  expect(asking("guest.erase")).toThrow(/password again/);
  expect(asking("guest.erase", { method: "GET" })).not.toThrow();
  expect(asking("retention.set")).toThrow(/password again/); // It deletes data, too.
});

test("an account with a second factor confirms with it, also for its own password", () => {
  const { clock, asking } = opened();
  clock.at = confirmedMs + 1;
  expect(asking("key.create", { twoFactorEnabled: true })).toThrow(/second factor again/);
  expect(asking("confirmedIfSecond", { twoFactorEnabled: true })).toThrow(/second factor again/);
  expect(asking("confirmed")).toThrow(/password again/);
  expect(asking("confirmedIfSecond")).not.toThrow(); // The password comes with the request.
  expect(asking("signedIn", { twoFactorEnabled: true })).not.toThrow();
});
