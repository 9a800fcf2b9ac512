import { expect, test } from "bun:test";
import { parseNetwork } from "../../base/client-address.ts";
import { addressRefusal, isPublic } from "./addresses.ts";

test.each([
  "127.0.0.1",
  "127.1.2.3",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "100.100.100.200",
  "169.254.169.254",
  "192.0.0.192",
  "192.0.2.1",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
  "::1",
  "::",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001::7f00:1",
  "2001:db8::1",
  "::7f00:1",
  "4000::1",
])("%s is not public", (address) => {
  expect(isPublic(address)).toBe(false);
});

test.each(["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])(
  "%s is public",
  (address) => {
    expect(isPublic(address)).toBe(true);
  },
);

test("HTTP, and an address that is not public, take a network of the operator's", () => {
  const [http, https] = [{ protocol: "http:" }, { protocol: "https:" }];
  const allowed = [parseNetwork("10.1.0.0/16"), parseNetwork("8.8.4.4")];
  expect(addressRefusal("8.8.8.8", https, [])).toBeNull();
  expect(addressRefusal("8.8.8.8", http, allowed)).toContain("http is only for");
  expect(addressRefusal("8.8.4.4", http, allowed)).toBeNull();
  expect(addressRefusal("10.1.2.3", https, allowed)).toBeNull();
  expect(addressRefusal("::ffff:10.1.2.3", http, allowed)).toBeNull();
  expect(addressRefusal("10.2.0.1", https, allowed)).toContain("not public");
});
