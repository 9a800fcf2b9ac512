import { describe, expect, test } from "bun:test";
import { booking } from "../../../test/fixtures/booking.ts";
import type { CollectionFacts } from "../../attempt/telemetry/summary.ts";
import { DomainError } from "../../base/domain-error.ts";
import { identitiesOf, networkIdentity } from "../../risk/velocity/identities.ts";
import { listTypes } from "../../storage/port/lists.ts";
import { type EntryInput, readEntry, typedValues } from "./entry-input.ts";
import { listLimits } from "./limits.ts";

const project = "prj_1";
const now = Date.UTC(2027, 3, 1);

const read = (more: Partial<EntryInput>) =>
  readEntry(project, { kind: "deny", type: "email", value: "", reason: "fraud", ...more }, now);

/** What is wrong with an input, by field. */
function refusal(more: Partial<EntryInput>): Record<string, string> {
  try {
    read(more);
  } catch (error) {
    if (!(error instanceof DomainError && error.is("invalid_input"))) throw error;
    return Object.fromEntries(error.details.fields.map(({ field, message }) => [field, message]));
  }
  throw new Error("it was accepted");
}

describe("a value is compared as the identities of attempts are", () => {
  const request = booking({
    booker: {
      email: "Ada.Lovelace@Hotel-Avenida.example",
      phone: "+351912345678",
      referenceId: "user-1",
    },
  });
  const seen = { lastDeviceId: "dev_00000001", lastIp: "203.0.113.7" } as CollectionFacts;
  const identities = identitiesOf(project, request, seen);

  test.each([
    ["email", " ada.lovelace@HOTEL-AVENIDA.example ", "ada.lovelace@hotel-avenida.example"],
    ["domain", "@Hotel-Avenida.example", "hotel-avenida.example"],
    ["domain", "hotel-avenida.example.", "hotel-avenida.example"],
    ["phone", "00351 912 345 678", "+351912345678"],
    ["booker", "user-1", "user-1"],
    ["device", "dev_00000001", "dev_00000001"],
    ["ip", "::ffff:203.0.113.7", "203.0.113.7"],
    ["ip", "203.0.113.7/32", "203.0.113.7"],
  ] as const)("%s: %j is %j", (type, value, stored) => {
    const entry = read({ type, value });
    expect(entry).toMatchObject({ type, value: stored, network: null });
    expect(entry.identity).toBe(identities[type]!);
  });

  test.each([
    ["203.0.113.9/24", "203.0.113.0/24", "203.0.113.7"],
    ["::ffff:203.0.0.0/104", "203.0.0.0/8", "203.0.113.7"],
    ["2001:DB8:0::/32", "2001:db8::/32", "2001:db8:1::5"],
  ])("the network %s has the addresses of %s", (value, stored, address) => {
    const entry = read({ type: "ip", value });
    expect(entry.value).toBe(stored);
    expect(networkIdentity(project, address, entry.network!)).toBe(entry.identity);
    expect(networkIdentity(project, "198.51.100.1", entry.network!)).not.toBe(entry.identity);
  });

  test("a typed text finds every type that it can be", () => {
    const types = (text: string) => typedValues(project, text).map(({ type }) => type);
    expect(types("ada@hotel.example")).toEqual(["email", "booker", "device"]);
    expect(types("203.0.113.7")).toContain("ip");
    expect(types("")).toEqual([]);
    expect(listTypes).toContainAllValues(["email", "domain", "phone", "booker", "device", "ip"]);
  });
});

describe("what cannot be listed", () => {
  test.each([
    ["email", "nobody"],
    ["email", "a@b c@d"],
    ["domain", "gmail.com"],
    ["domain", "localhost"],
    ["domain", `${"a".repeat(250)}.com`],
    ["phone", "912 345 678"],
    ["booker", "x".repeat(257)],
    ["device", "x".repeat(129)],
    ["device", "a\u0000b"],
    ["domain", "a\u0000b.example"],
    ["domain", "a\ud800.example"],
    ["phone", `+351912345678${" ".repeat(listLimits.value)}1`],
    ["ip", "300.1.1.1"],
    ["ip", "10.0.0.0/7"],
    ["ip", "::/0"],
    ["ip", "0.0.0.0/0"],
    ["ip", "203.0.113.0/33"],
  ] as const)("%s: %j", (type, value) => {
    const { value: message, ...others } = refusal({ type, value });
    expect(others).toEqual({});
    expect(message).toMatch(/^must /);
    expect(message).not.toContain(value);
  });

  test.each([undefined, null, 7, {}, ""])("the value %j", (value) => {
    expect(Object.keys(refusal({ value }))).toEqual(["value"]);
  });

  test("an entry without a list, a type or a reason", () => {
    const asked = { kind: "ban", type: "name", value: "Ada", reason: " " };
    expect(Object.keys(refusal(asked))).toEqual(["kind", "type", "reason"]);
    const value = "ada@example.com";
    expect(refusal({ value, reason: "x".repeat(listLimits.reason + 1) })).toHaveProperty("reason");
    expect(refusal({ value, reason: "two\nlines" })).toHaveProperty("reason");
  });
});

test("the decision of an entry is one, or none", () => {
  const value = "ada@example.com";
  const decisionId = `dec_${"0".repeat(32)}`;
  expect(read({ value, decisionId }).decisionId).toBe(decisionId);
  expect(read({ value }).decisionId).toBeNull();
  expect(read({ value, decisionId: null }).decisionId).toBeNull();
  for (const other of ["", "dec_1", `${decisionId}\u0000`, 7, {}]) {
    expect(Object.keys(refusal({ value, decisionId: other }))).toEqual(["decisionId"]);
  }
});

describe("the expiry", () => {
  const value = "ada@example.com";

  test("is required for the list allow, and optional for the others", () => {
    expect(refusal({ kind: "allow", value })).toEqual({
      expiresAt: "is required in the list allow",
    });
    expect(read({ kind: "allow", value, expiresAt: "2027-05-01" }).expiresAt).toBe(
      Date.UTC(2027, 4, 1),
    );
    const expiresAt = "2027-05-01T02:00:00.123456789+02:00"; // As the standard library of Go writes it.
    expect(read({ value, expiresAt }).expiresAt).toBe(Date.UTC(2027, 4, 1) + 123);
    for (const kind of ["deny", "watch"]) expect(read({ kind, value }).expiresAt).toBeNull();
  });

  test.each(["2027-04-01", "2020-01-01T00:00:00Z", "soon", "", 5])("is not %j", (expiresAt) => {
    expect(refusal({ value, expiresAt })).toHaveProperty("expiresAt");
  });

  test.each(["domain", "ip"])("the list allow has no %s", (type) => {
    const asked = { kind: "allow", type, value: "example.org", expiresAt: "2027-05-01" };
    expect(Object.keys(refusal(asked))).toEqual(["type"]);
  });
});
