import { describe, expect, test } from "bun:test";
import type { DomainError } from "../base/domain-error.ts";
import type { KeyRestrictions } from "../storage/port/keys.ts";
import {
  keyRestrictionLimits,
  type RestrictionsInput,
  readRestrictions,
  restrictionRefusal,
} from "./key-restrictions.ts";

const now = Date.UTC(2027, 0, 15);
const read = (input: RestrictionsInput) => readRestrictions("secret", input, now);

function faultsOf(input: RestrictionsInput, kind: "secret" | "publishable" = "secret") {
  try {
    return { read: readRestrictions(kind, input, now) };
  } catch (error) {
    const { details } = error as DomainError<"invalid_input">;
    return details.fields.map(({ field }) => field);
  }
}

describe("restrictions are read", () => {
  test("only those that are given; null removes one", () => {
    expect(read({})).toEqual({});
    expect(read({ rateLimit: null, expiresAt: null })).toEqual({
      rateLimit: null,
      expiresAt: null,
    });
  });

  test.each([
    ["2027-05-01", Date.UTC(2027, 4, 1)],
    ["2027-05-01T09:00:00+02:00", Date.UTC(2027, 4, 1, 7)],
  ])("an end: %s", (text, at) => {
    expect(read({ expiresAt: text })).toEqual({ expiresAt: at });
  });

  test.each([
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7/24 ", "203.0.113.0/24"],
    ["203.0.113.7/32", "203.0.113.7"],
    ["2001:DB8:0::1", "2001:db8::1"],
    ["2001:db8::1/32", "2001:db8::/32"],
    ["::ffff:10.1.2.3", "10.1.2.3"],
    ["0.0.0.0/0", "0.0.0.0/0"],
  ])("an address: %s", (text, network) => {
    expect(read({ allowedAddresses: [text, network] })).toEqual({ allowedAddresses: [network] });
  });

  test.each<[RestrictionsInput, string]>([
    [{ expiresAt: "2027-01-14" }, "expiresAt"],
    [{ expiresAt: new Date(now).toISOString() }, "expiresAt"],
    [{ expiresAt: "soon" }, "expiresAt"],
    [{ expiresAt: "2027-05-01T09:00" }, "expiresAt"],
    [{ expiresAt: "2027-13-01" }, "expiresAt"],
    ...[
      "",
      "hotel.example",
      "10.0.0.0/33",
      "10.1",
      "0x7f.1",
      "010.0.0.1",
      "10.0.0.0/",
      "*",
      "::/129",
    ].map((text): [RestrictionsInput, string] => [
      { allowedAddresses: [text] },
      "allowedAddresses",
    ]),
    [{ allowedAddresses: [] }, "allowedAddresses"],
    [
      {
        allowedAddresses: Array.from(
          { length: keyRestrictionLimits.addresses + 1 },
          (_, i) => `10.0.0.${i}`,
        ),
      },
      "allowedAddresses",
    ],
    ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001].map(
      (rateLimit): [RestrictionsInput, string] => [{ rateLimit }, "rateLimit"],
    ),
  ])("%j is refused", (input, field) => {
    expect(faultsOf(input)).toEqual([field]);
  });

  test("every fault at once", () => {
    const input = { expiresAt: "x", allowedAddresses: ["x"], rateLimit: 0 };
    expect(faultsOf(input)).toEqual(["expiresAt", "allowedAddresses", "rateLimit"]);
  });

  test("visitors use a publishable key from any address", () => {
    expect(faultsOf({ allowedAddresses: ["10.0.0.1"] }, "publishable")).toEqual([
      "allowedAddresses",
    ]);
    expect(faultsOf({ allowedAddresses: null, rateLimit: 5 }, "publishable")).toHaveProperty(
      "read",
    );
  });
});

describe("a request", () => {
  const none: KeyRestrictions = { expiresAt: null, allowedAddresses: null, rateLimit: null };
  const from = (address: string, ...allowedAddresses: string[]) =>
    restrictionRefusal({ ...none, allowedAddresses }, now, address);

  test("is refused from the key's end on", () => {
    const until = { ...none, expiresAt: now };
    expect(restrictionRefusal(until, now - 1, "")).toBeNull();
    expect(restrictionRefusal(until, now, "")).toBe("expired_key");
  });

  test("is refused from any other address", () => {
    const networks = ["203.0.113.0/24", "2001:db8::/32", "198.51.100.9"];
    for (const address of ["203.0.113.255", "2001:db8:ffff::1", "198.51.100.9"]) {
      expect(from(address, ...networks)).toBeNull();
    }
    for (const address of ["203.0.114.1", "2001:db9::1", "198.51.100.10", "::1", "127.0.0.1", ""]) {
      expect(from(address, ...networks)).toBe("address_not_allowed");
    }
  });

  test("from IPv6 is in no network of IPv4, not even in all of it", () => {
    expect(from("2001:db8::1", "0.0.0.0/0")).toBe("address_not_allowed");
    expect(from("203.0.113.1", "::/0")).toBe("address_not_allowed");
  });
});
