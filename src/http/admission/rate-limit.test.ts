import { describe, expect, test } from "bun:test";
import { clientAddress } from "../../base/client-address.ts";
import { Problem } from "../problems/problem.ts";
import { callerOf, callersMax, rateLimiter } from "./rate-limit.ts";

/** A limiter with a clock of its own; `allowed` counts how many of so many calls pass. */
function limiter(perSecond: number, copies = () => 1) {
  let clock = 1_800_000_000_000;
  const limit = rateLimiter(perSecond, () => clock, "default", copies);
  const refusal = (caller = "a"): Problem | null => {
    try {
      limit(caller);
      return null;
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  };
  return {
    refusal,
    allowed: (calls: number, caller = "a") =>
      Array.from({ length: calls }, () => refusal(caller)).filter((one) => one === null).length,
    wait: (ms: number) => {
      clock += ms;
    },
  };
}

test("0 is no limit", () => {
  expect(limiter(0).allowed(10_000)).toBe(10_000);
});

test("a burst up to the limit, then none until time passes", () => {
  const { allowed, wait } = limiter(5);
  expect(allowed(8)).toBe(5);
  wait(199);
  expect(allowed(1)).toBe(0);
  wait(1);
  expect(allowed(2)).toBe(1);
  wait(1000);
  expect(allowed(9)).toBe(5);
});

test("a pause of any length earns one second's worth", () => {
  const { allowed, wait } = limiter(5);
  allowed(5);
  wait(3_600_000);
  expect(allowed(20)).toBe(5);
});

test("over a minute of steady calls the rate is the limit", () => {
  const { allowed, wait } = limiter(10);
  let passed = 0;
  for (let ms = 0; ms < 60_000; ms += 20) {
    passed += allowed(1);
    wait(20);
  }
  expect(Math.abs(passed - 610)).toBeLessThanOrEqual(2); // 600 and the first burst.
});

test("refused calls cost nothing", () => {
  const { allowed, wait } = limiter(2);
  allowed(2);
  for (let i = 0; i < 10; i++) {
    wait(51); // Ten times this is a little over what one token takes.
    expect(allowed(5)).toBe(i === 9 ? 1 : 0);
  }
});

test("each caller has its own limit", () => {
  const { allowed } = limiter(3);
  expect([allowed(5, "a"), allowed(5, "b"), allowed(1, "a")]).toEqual([3, 3, 0]);
});

test("a clock that is set back neither grants more nor locks out for long", () => {
  const { allowed, wait } = limiter(5);
  allowed(5);
  wait(-3_600_000);
  expect(allowed(3)).toBe(0);
  wait(1000);
  expect(allowed(9)).toBe(5);
});

test("a clock that is set back takes nothing from a caller within the limit", () => {
  const { allowed, wait } = limiter(5);
  expect(allowed(1)).toBe(1);
  wait(-3_600_000);
  expect(allowed(1)).toBe(1);
});

describe("a limit that is divided among copies", () => {
  test("is a part of it in each, at once and over time", () => {
    const { allowed, wait } = limiter(20, () => 4);
    expect(allowed(20)).toBe(5);
    wait(1000);
    expect(allowed(20)).toBe(5);
    wait(60_000);
    expect(allowed(20)).toBe(5);
  });

  test("lets one request through in each, however many there are, and keeps the rate", () => {
    const { allowed, wait } = limiter(5, () => 10);
    let passed = 0;
    for (let ms = 0; ms < 60_000; ms += 100) {
      passed += allowed(1);
      wait(100);
    }
    expect(Math.abs(passed - 31)).toBeLessThanOrEqual(1); // A tenth of 300, and the first.
  });

  test("follows their number at once, and says it", () => {
    let copies = 4;
    const { allowed, refusal, wait } = limiter(20, () => copies);
    expect(allowed(20)).toBe(5);
    expect(refusal()!.message).toContain("20 requests a second, divided among 4 copies");
    copies = 1;
    wait(1000);
    expect(allowed(30)).toBe(20);
    expect(refusal()!.message).not.toContain("copies");
    copies = 2;
    wait(1000);
    expect(allowed(30)).toBe(10);
  });
});

describe("the refusal", () => {
  test.each([
    [1, 1],
    [1000, 1],
  ])("at %p per second says when to retry", (perSecond, seconds) => {
    const { refusal, allowed, wait } = limiter(perSecond);
    allowed(perSecond);
    const problem = refusal();
    expect(problem).toMatchObject({
      code: "rate_limited",
      headers: {
        "Retry-After": String(seconds),
        "RateLimit-Policy": `"default";q=${perSecond};w=1`,
        RateLimit: `"default";r=0;t=${seconds}`,
      },
    });
    wait(seconds * 1000);
    expect(refusal()).toBeNull();
  });
});

test("a refusal names its limit", () => {
  const limit = rateLimiter(1, () => 0, "address");
  limit("a");
  expect(() => limit("a")).toThrow(
    expect.objectContaining({
      headers: {
        "Retry-After": "1",
        "RateLimit-Policy": '"address";q=1;w=1',
        RateLimit: '"address";r=0;t=1',
      },
    }),
  );
});

test("the number of callers in memory is bounded", () => {
  const { refusal } = limiter(1);
  refusal("first");
  for (let i = 0; i < callersMax / 2 - 1; i++) refusal(`caller ${i}`);
  expect(refusal("first")).not.toBeNull();
  for (let i = 0; i < callersMax; i++) refusal(`another ${i}`);
  expect(refusal("first")).toBeNull(); // Forgotten, and so full again.
  expect(refusal(`another ${callersMax - 1}`)).not.toBeNull();
});

test("a caller that is refused repeatedly is not evicted for callers that come once", () => {
  const { refusal } = limiter(1);
  refusal("hammering");
  for (let i = 0; i < callersMax * 2; i++) {
    refusal(`passing ${i}`);
    if (i % 1000 === 0) expect(refusal("hammering")).not.toBeNull();
  }
});

describe("the caller of an address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:db8:1:2::6", "2001:db8:1:2"],
    ["2001:db8::6", "2001:db8:0:0"],
    ["2001:db8::", "2001:db8:0:0"],
    ["2001:db8::3:4:5:6:7", "2001:db8:0:3"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["", ""],
  ])("%p is %p", (address, caller) => {
    expect(callerOf(address)).toBe(caller);
  });

  test("two addresses of an IPv6 network are one caller, in every spelling", () => {
    const network = ["2001:db8:0:1::", "2001:db8:0:1::ffff", "2001:db8:0:1:a:b:c:d"];
    expect(new Set(network.map((one) => callerOf(clientAddress(one, null, []))))).toEqual(
      new Set(["2001:db8:0:1"]),
    );
  });
});
