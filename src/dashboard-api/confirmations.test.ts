import { expect, test } from "bun:test";
import { confirmedMs, openConfirmations } from "./confirmations.ts";

test("a session acts for a time after it began, and after its password was entered again", () => {
  let at = 0;
  const confirmations = openConfirmations(() => at);
  const session = { id: "1", createdAt: new Date(0) };
  const other = { id: "2", createdAt: new Date(0) };
  const mayCreate =
    (one = session) =>
    () =>
      confirmations.assertFor("key.create", one);
  at = confirmedMs;
  expect(mayCreate()).not.toThrow();
  at += 1;
  expect(mayCreate()).toThrow(/password again/);
  expect(() => confirmations.assertFor("key.read", session)).not.toThrow();
  confirmations.add(session.id);
  at += confirmedMs;
  expect(mayCreate()).not.toThrow();
  expect(mayCreate(other)).toThrow(/password again/);
  at += 1;
  expect(mayCreate()).toThrow(/password again/);
});
