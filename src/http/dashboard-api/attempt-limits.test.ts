import { beforeEach, describe, expect, test } from "bun:test";
import {
  type Attempt,
  type AttemptLimits,
  attemptCounter,
  attemptLimits,
} from "./attempt-limits.ts";

let at: number;
let limits: AttemptLimits;
beforeEach(() => {
  at = 0;
  limits = attemptCounter(() => at);
});

const password = (address: string, account: string, device: string | null = null): Attempt => ({
  of: "password",
  address,
  account,
  device,
});
const secondFactor = (address: string, challenge: string): Attempt => ({
  of: "second factor",
  address,
  challenge,
});
const tries = async (count: number, attempt: (i: number) => Attempt) => {
  for (let i = 0; i < count; i++) await limits.begin(attempt(i));
};
const address = (i: number) => `198.${18 + Math.floor(i / 65_536)}.${(i >> 8) % 256}.${i % 256}`;
const refused = (attempt: Attempt, message = /Too many/) =>
  expect(limits.begin(attempt)).rejects.toThrow(message);
const allowed = (attempt: Attempt) => expect(limits.begin(attempt)).resolves.toBeFunction();

describe("a password may be tried", () => {
  test("so often by one address at one account, and again when the time is over", async () => {
    const { most, windowMs } = attemptLimits.account;
    await tries(most, () => password("203.0.113.7", "ada"));
    await refused(password("203.0.113.7", "ada"), /10 minutes/);
    await allowed(password("203.0.113.7", "bob"));
    at = windowMs;
    await allowed(password("203.0.113.7", "ada"));
  });

  test("so often by one address, however many accounts it tries", async () => {
    await tries(attemptLimits.address.most, (i) => password("203.0.113.7", `user ${i}`));
    await refused(password("203.0.113.7", "another"));
    await allowed(password("203.0.113.8", "another"));
  });

  test("so often by the addresses of one customer's IPv6 network together", async () => {
    await tries(attemptLimits.address.most, (i) => password(`2001:db8::${i + 1}`, `user ${i}`));
    await refused(password("2001:db8::ffff", "another"));
  });

  test("so often at one account, however many addresses try", async () => {
    await tries(attemptLimits.target.most, (i) => password(address(i), "ada"));
    await refused(password("203.0.113.1", "ada"), /60 minutes/);
    await allowed(password("203.0.113.1", "bob"));
  });
});

describe("nobody is kept out by others", () => {
  test("one address does not use up what all together may try", async () => {
    for (let i = 0; i < attemptLimits.service.most * 2; i++) {
      try {
        await limits.begin(password("203.0.113.7", `user ${i}`));
      } catch {}
    }
    await allowed(password("203.0.113.8", "ada"));
  });

  test("what the service refuses counts neither at the address nor at the account", async () => {
    await tries(attemptLimits.service.most, (i) => password(address(i), `user ${i}`));
    for (let i = 0; i < attemptLimits.address.most; i++)
      await refused(password("203.0.113.7", "ada"));
    at = attemptLimits.service.windowMs;
    await allowed(password("203.0.113.7", "ada"));
  });

  test("a known browser passes the locks of its account, its address and the service", async () => {
    await tries(attemptLimits.target.most, (i) => password(address(i), "ada"));
    await tries(attemptLimits.service.most - attemptLimits.target.most, (i) =>
      password(address(1000 + i), `user ${i}`),
    );
    await refused(password("203.0.113.7", "ada"));
    await allowed(password("203.0.113.7", "ada", "device 1"));
  });

  test("a known browser has no more attempts than others, and takes nobody else's", async () => {
    await tries(attemptLimits.known.most, () => password("203.0.113.7", "ada", "device 1"));
    await refused(password("203.0.113.7", "ada", "device 1"));
    await allowed(password("203.0.113.7", "ada", "device 2"));
    await allowed(password("203.0.113.7", "ada"));
  });

  test("a session's password is asked for apart from all others", async () => {
    await tries(attemptLimits.target.most, (i) => password(address(i), "ada"));
    await allowed({ of: "own password", sessionId: "1" });
    await tries(attemptLimits.session.most, () => ({ of: "own password", sessionId: "2" }));
    await refused({ of: "own password", sessionId: "2" });
    await allowed({ of: "own password", sessionId: "1" });
  });

  test("wrong second factors use up their own sign-in's attempts only", async () => {
    await tries(attemptLimits.challenge.most, (i) => secondFactor(address(i), "mallory's"));
    await refused(secondFactor("203.0.113.7", "mallory's"));
    await allowed(secondFactor("203.0.113.7", "ada's"));
  });

  test("second factors take nothing from what the service may hash", async () => {
    await tries(attemptLimits.service.most * 2, (i) => secondFactor(address(i), `challenge ${i}`));
    await allowed(password("203.0.113.7", "ada"));
  });

  test("a link's attempts are its own", async () => {
    await tries(attemptLimits.link.most, () => ({ of: "link", linkId: "lnk_1" }));
    await refused({ of: "link", linkId: "lnk_1" });
    await allowed({ of: "link", linkId: "lnk_2" });
  });
});

describe("the right secret", () => {
  const succeed = async (count: number, attempt: (i: number) => Attempt) => {
    for (let i = 0; i < count; i++) await (await limits.begin(attempt(i)))();
  };

  test("is not counted as a guess, neither of the address at the account nor of the address", async () => {
    await succeed(attemptLimits.address.most * 2, () => password("203.0.113.7", "ada"));
    await allowed(password("203.0.113.7", "ada"));
  });

  test("signs in to an account so often from unknown browsers, and still from a known one", async () => {
    await succeed(attemptLimits.target.most, (i) => password(address(i), "ada"));
    await refused(password("203.0.113.7", "ada"), /60 minutes/);
    await refused({ of: "verified passkey", account: "ada", device: null });
    await allowed(password("203.0.113.7", "ada", "device 1"));
    await allowed(password("203.0.113.7", "bob"));
    at = attemptLimits.target.windowMs;
    await allowed(password("203.0.113.7", "ada"));
  });

  test("signs in so often from a known browser, by password and passkey, and from others still", async () => {
    const byPasskey: Attempt = { of: "verified passkey", account: "ada", device: "device 1" };
    await succeed(attemptLimits.known.most, (i) =>
      i % 2 === 0 ? byPasskey : password(address(i), "ada", "device 1"),
    );
    await refused(password("203.0.113.7", "ada", "device 1"), /10 minutes/);
    await refused(byPasskey);
    await allowed(password("203.0.113.7", "ada", "device 2"));
    await allowed(password("203.0.113.7", "ada"));
    at = attemptLimits.known.windowMs;
    await allowed(byPasskey);
  });

  test("of who is signed in is asked for as often as it is entered", async () => {
    await succeed(attemptLimits.session.most * 2, () => ({ of: "own password", sessionId: "1" }));
    await allowed({ of: "own password", sessionId: "1" });
  });
});
