import { describe, expect, test } from "bun:test";
import { networkOf } from "./facts.ts";

const table: [ip: string, network: string | null][] = [
  ["203.0.113.7", "203.0.113.0/24"],
  ["203.0.113.255", "203.0.113.0/24"],
  ["1.2.3.4", "1.2.3.0/24"],
  ["128.0.0.1", "128.0.0.0/24"],
  ["223.255.255.255", "223.255.255.0/24"],
  ["2001:db8:7:1::9", "2001:db8:7::/48"],
  ["2001:DB8:7:FFFF:0:0:0:1", "2001:db8:7::/48"],
  ["2001:db8::1", "2001:db8::/48"],
  ["2001::1", "2001::/48"],
  ["2001:0:0:1::", "2001::/48"],
  ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ["::ffff:cb00:7107", "203.0.113.0/24"],
  ["0:0:0:0:0:ffff:cb00:7107", "203.0.113.0/24"],
];

test.each(table)("%s is in %s", (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each(["10.1.2.3", "172.16.2.3", "192.168.2.3", "100.64.2.3"])(
  "a private network is one: %s",
  (ip) => {
    expect(networkOf(ip)).toBe(`${ip.slice(0, -1)}0/24`);
  },
);

test("a private network of IPv6 is one", () => {
  expect(networkOf("fd12:3456:789a:1::1")).toBe("fd12:3456:789a::/48");
});

describe("no network", () => {
  test.each([
    "0.0.0.0",
    "127.0.0.1",
    "127.255.0.1",
    "169.254.1.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
  ])("of %s", (ip) => {
    expect(networkOf(ip)).toBeNull();
  });

  test.each([
    "",
    " ",
    "unknown",
    "203.0.113",
    "203.0.113.7.",
    "203.0.113.256",
    "0203.0.113.7",
    "203.0.113.7 ",
    "203.0.113.0/24",
    "3405803783",
    "2001:db8",
    "2001:db8:::1",
    "::ffff:203.0.113.256",
    "[::1]",
    "203.0.113.7\u0000",
  ])("of text that is no address: %j", (text) => {
    expect(networkOf(text)).toBeNull();
  });
});
