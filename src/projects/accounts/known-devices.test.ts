import { expect, test } from "bun:test";
import { knownDevices } from "./known-devices.ts";

const devices = knownDevices("secret");
const cookieOf = (email: string, isSecure = false) =>
  devices.cookie(null, email, isSecure).split(";")[0]!;

test("a browser is known to the account that it signed in to, and to no other", () => {
  const cookie = cookieOf("ada@example.com");
  const id = devices.find(`other=1; ${cookie}`, "ada@example.com");
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(devices.find(cookie, "ada@example.com")).toBe(id);
  expect(devices.find(cookie, "bob@example.com")).toBeNull();
  expect(devices.find(cookieOf("ada@example.com"), "ada@example.com")).not.toBe(id);
});

test("a browser that signs in again keeps its ID, and gets another for another account", () => {
  const cookie = cookieOf("ada@example.com");
  const id = devices.find(cookie, "ada@example.com");
  const again = devices.cookie(cookie, "ada@example.com", true).split(";")[0]!;
  expect(devices.find(again, "ada@example.com")).toBe(id);
  const other = devices.cookie(cookie, "bob@example.com", false).split(";")[0]!;
  expect(devices.find(other, "bob@example.com")).not.toBe(id);
});

test("over HTTPS its cookie is for HTTPS only", () => {
  expect(devices.cookie(null, "ada@example.com", true)).toMatch(/^__Secure-.*; Secure$/);
  expect(devices.cookie(null, "ada@example.com", false)).not.toContain("Secure");
  expect(devices.find(cookieOf("a@b.example", true), "a@b.example")).not.toBeNull();
});

test.each([
  null,
  "",
  "booking-risk.device=",
  "booking-risk.device=a.b",
  `booking-risk.device=${"a".repeat(22)}.${"b".repeat(43)}`,
])("%p makes no browser known", (cookies) => {
  expect(devices.find(cookies, "ada@example.com")).toBeNull();
});

test("nor does a cookie of another secret", () => {
  const cookie = knownDevices("another secret")
    .cookie(null, "ada@example.com", false)
    .split(";")[0]!;
  expect(devices.find(cookie, "ada@example.com")).toBeNull();
});
