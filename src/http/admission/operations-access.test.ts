import { describe, expect, test } from "bun:test";
import { parseNetwork } from "../../base/client-address.ts";
import { Problem } from "../problems/problem.ts";
import { type OperationsConfig, operationsAccess } from "./operations-access.ts";

const none: OperationsConfig = { metricsToken: null, allowedHosts: [], trustedProxies: [] };
const token = "0123456789abcdef";

interface Sent {
  peer?: string;
  host?: string | null;
  headers?: Record<string, string>;
}

function requestOf({ host = "127.0.0.1:3000", headers = {} }: Sent): Request {
  const request = new Request("http://127.0.0.1:3000/metrics", { headers });
  if (host !== null) request.headers.set("host", host);
  return request;
}

/** The code of the refusal; null where there is none. */
function refusalOf(act: () => void): string | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

const reading = (sent: Sent, config: Partial<OperationsConfig> = {}, isOperationsPort = false) =>
  refusalOf(() =>
    operationsAccess({ ...none, ...config }, isOperationsPort).assertReader(
      requestOf(sent),
      () => sent.peer ?? "127.0.0.1",
    ),
  );
const opening = (sent: Sent, config: Partial<OperationsConfig> = {}) =>
  refusalOf(() =>
    operationsAccess({ ...none, ...config }, false).assertDashboardHost(
      requestOf(sent),
      () => sent.peer ?? "127.0.0.1",
    ),
  );
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

describe("metrics are read", () => {
  test("from this machine, by an address or localhost", () => {
    for (const peer of ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"]) {
      for (const host of ["127.0.0.1:3000", "localhost", "LOCALHOST:3000", "[::1]:3000"]) {
        expect(reading({ peer, host })).toBeNull();
      }
    }
  });

  test("from another machine with the token only", () => {
    for (const peer of ["192.0.2.1", "2001:db8::1", ""]) {
      expect(reading({ peer })).toBe("token_required");
      expect(reading({ peer }, { metricsToken: token })).toBe("token_required");
      const wrong = { peer, headers: bearer(`${token}x`) };
      expect(reading(wrong, { metricsToken: token })).toBe("token_required");
      expect(reading({ peer, headers: bearer(token) })).toBe("token_required");
      const right = { peer, headers: bearer(token), host: "any.example" };
      expect(reading(right, { metricsToken: token })).toBeNull();
    }
  });

  test.each(["x-forwarded-for", "forwarded", "x-real-ip", "via"])(
    "not through a proxy on this machine, which says so by %s",
    (name) => {
      expect(reading({ headers: { [name]: "127.0.0.1" } })).toBe("token_required");
    },
  );

  test("on the port of operations by everybody, unless there is a token", () => {
    expect(reading({ peer: "192.0.2.1" }, {}, true)).toBeNull();
    expect(reading({ peer: "192.0.2.1" }, { metricsToken: token }, true)).toBe("token_required");
  });

  test("not by a page whose name was made to lead here", () => {
    for (const host of [
      "evil.example",
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "",
      null,
    ]) {
      expect(reading({ host })).toBe("host_not_allowed");
      expect(reading({ host, peer: "192.0.2.1" }, {}, true)).toBe("host_not_allowed");
    }
    const named = { allowedHosts: ["risk.example.com"] };
    expect(reading({ host: "risk.example.com:9100" }, named)).toBeNull();
    expect(reading({ host: "Risk.Example.com" }, named)).toBeNull();
    expect(reading({ host: "x.risk.example.com" }, named)).toBe("host_not_allowed");
  });
});

describe("the dashboard is opened", () => {
  const proxy = { trustedProxies: [parseNetwork("10.0.0.5")] };

  test("by an address, by localhost, and by the names that are allowed", () => {
    const named = { allowedHosts: ["risk.example.com"] };
    for (const host of [
      "203.0.113.7:3000",
      "localhost:3000",
      "[2001:db8::1]",
      "risk.example.com",
    ]) {
      expect(opening({ host, peer: "192.0.2.1" }, named)).toBeNull();
    }
    expect(opening({ host: "evil.example" }, named)).toBe("host_not_allowed");
    expect(opening({ host: "evil.example" })).toBe("host_not_allowed");
  });

  test("by every name that a trusted proxy leads here, unless names are allowed", () => {
    const sent = { host: "risk.example.com", peer: "10.0.0.5" };
    expect(opening(sent, proxy)).toBeNull();
    expect(opening({ ...sent, peer: "10.0.0.6" }, proxy)).toBe("host_not_allowed");
    expect(opening(sent, { ...proxy, allowedHosts: ["other.example.com"] })).toBe(
      "host_not_allowed",
    );
  });
});
