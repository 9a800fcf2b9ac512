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
  ...{ of: "password", address, account, device },
});
const secondFactor = (address: string, challenge: string): Attempt => ({
  ...{ of: "second factor", address, challenge },
});
const tries = (count: number, attempt: (i: number) => Attempt) => {
  for (let i = 0; i < count; i++) limits.begin(attempt(i));
};
const address = (i: number) => `198.${18 + Math.floor(i / 65_536)}.${(i >> 8) % 256}.${i % 256}`;
const refused = (attempt: Attempt) => expect(() => limits.begin(attempt)).toThrow(/Too many/);
const allowed = (attempt: Attempt) => expect(() => limits.begin(attempt)).not.toThrow();

describe("a password may be tried", () => {
  test("so often by one address at one account, and again when the time is over", () => {
    const { most, windowMs } = attemptLimits.account;
    tries(most, () => password("203.0.113.7", "ada"));
    expect(() => limits.begin(password("203.0.113.7", "ada"))).toThrow(/10 minutes/);
    allowed(password("203.0.113.7", "bob"));
    at = windowMs;
    allowed(password("203.0.113.7", "ada"));
  });

  test("so often by one address, however many accounts it tries", () => {
    tries(attemptLimits.address.most, (i) => password("203.0.113.7", `user ${i}`));
    refused(password("203.0.113.7", "another"));
    allowed(password("203.0.113.8", "another"));
  });

  test("so often by the addresses of one customer's IPv6 network together", () => {
    tries(attemptLimits.address.most, (i) => password(`2001:db8::${i + 1}`, `user ${i}`));
    refused(password("2001:db8::ffff", "another"));
  });

  test("so often at one account, however many addresses try", () => {
    tries(attemptLimits.target.most, (i) => password(address(i), "ada"));
    expect(() => limits.begin(password("203.0.113.1", "ada"))).toThrow(/60 minutes/);
    allowed(password("203.0.113.1", "bob"));
  });
});

describe("nobody is kept out by others", () => {
  test("one address does not use up what all together may try", () => {
    for (let i = 0; i < attemptLimits.service.most * 2; i++) {
      try {
        limits.begin(password("203.0.113.7", `user ${i}`));
      } catch {}
    }
    allowed(password("203.0.113.8", "ada"));
  });

  test("what the service refuses counts neither at the address nor at the account", () => {
    tries(attemptLimits.service.most, (i) => password(address(i), `user ${i}`));
    for (let i = 0; i < attemptLimits.address.most; i++) refused(password("203.0.113.7", "ada"));
    at = attemptLimits.service.windowMs;
    allowed(password("203.0.113.7", "ada"));
  });

  test("a known browser passes the locks of its account, its address and the service", () => {
    tries(attemptLimits.target.most, (i) => password(address(i), "ada"));
    tries(attemptLimits.service.most - attemptLimits.target.most, (i) =>
      password(address(1000 + i), `user ${i}`),
    );
    refused(password("203.0.113.7", "ada"));
    allowed(password("203.0.113.7", "ada", "device 1"));
  });

  test("a known browser has no more attempts than others, and takes nobody else's", () => {
    tries(attemptLimits.known.most, () => password("203.0.113.7", "ada", "device 1"));
    refused(password("203.0.113.7", "ada", "device 1"));
    allowed(password("203.0.113.7", "ada", "device 2"));
    allowed(password("203.0.113.7", "ada"));
  });

  test("a session's password is asked for apart from all others", () => {
    tries(attemptLimits.target.most, (i) => password(address(i), "ada"));
    allowed({ of: "own password", sessionId: "1" });
    tries(attemptLimits.known.most, () => ({ of: "own password", sessionId: "2" }));
    refused({ of: "own password", sessionId: "2" });
    allowed({ of: "own password", sessionId: "1" });
  });

  test("wrong second factors use up their own sign-in's attempts only", () => {
    tries(attemptLimits.challenge.most, (i) => secondFactor(address(i), "mallory's"));
    refused(secondFactor("203.0.113.7", "mallory's"));
    allowed(secondFactor("203.0.113.7", "ada's"));
  });

  test("second factors take nothing from what the service may hash", () => {
    tries(attemptLimits.service.most * 2, (i) => secondFactor(address(i), `challenge ${i}`));
    allowed(password("203.0.113.7", "ada"));
  });

  test("a link's attempts are its own", () => {
    tries(attemptLimits.link.most, () => ({ of: "link", linkId: "lnk_1" }));
    refused({ of: "link", linkId: "lnk_1" });
    allowed({ of: "link", linkId: "lnk_2" });
  });
});

test("the right secret is counted neither against the account nor against the address", () => {
  for (let i = 0; i < attemptLimits.address.most * 2; i++) {
    limits.begin(password("203.0.113.7", "ada"))();
  }
  allowed(password("203.0.113.7", "ada"));
});
