import { expect, test } from "bun:test";
import { confirmedMs, openConfirmations } from "./confirmations.ts";
import type { Confirmation } from "./route-requirements.ts";

const session = { id: "1", createdAt: new Date(0) };
const other = { id: "2", createdAt: new Date(0) };

function opened() {
  const clock = { at: 0 };
  const confirmations = openConfirmations(() => clock.at);
  const asking =
    (
      confirmation: Confirmation,
      { twoFactorEnabled = false, hasPasskey = false, of = session } = {},
    ) =>
    () =>
      confirmations.assertFor({
        confirmation,
        session: of,
        user: { twoFactorEnabled, hasPasskey },
      });
  return { clock, confirmations, asking };
}

test("a session acts for a time after it began, and after its password was entered again", () => {
  const { clock, confirmations, asking } = opened();
  clock.at = confirmedMs;
  expect(asking("confirmed")).not.toThrow();
  clock.at += 1;
  expect(asking("confirmed")).toThrow(/your password again/);
  expect(asking("unconfirmed")).not.toThrow();
  confirmations.add(session.id);
  clock.at += confirmedMs;
  expect(asking("confirmed")).not.toThrow();
  expect(asking("confirmed", { of: other })).toThrow(/your password again/);
  clock.at += 1;
  expect(asking("confirmed")).toThrow(/your password again/);
});

test("an account confirms with its strongest factor, also for its own password", () => {
  const { clock, asking } = opened();
  clock.at = confirmedMs + 1;
  const app = { twoFactorEnabled: true };
  for (const confirmation of ["confirmed", "confirmedIfSecondFactor"] as const) {
    expect(asking(confirmation, app)).toThrow(/authenticator app again/);
    expect(asking(confirmation, { hasPasskey: true })).toThrow(/your passkey again/);
    expect(asking(confirmation, { ...app, hasPasskey: true })).toThrow(/your passkey again/);
  }
  expect(asking("confirmedIfSecondFactor")).not.toThrow(); // The password comes with the request.
  expect(asking("unconfirmed", app)).not.toThrow();
});
