import { describe, expect, test } from "bun:test";
import { processorMs } from "../../test/fixtures/processor-time.ts";
import { clientAddress, parseNetwork, proxyWatch, sentUrl } from "./client-address.ts";

const private_ = ["10.0.0.0/8", "fd00::/8", "192.168.1.1"];

const table: [
  why: string,
  peer: string,
  forwardedFor: string | null,
  trusted: string[],
  address: string,
][] = [
  ["no header", "192.0.2.1", null, [], "192.0.2.1"],
  ["a header that nobody vouches for", "192.0.2.1", "198.51.100.7", [], "192.0.2.1"],
  ["a header from a stranger", "192.0.2.1", "198.51.100.7", private_, "192.0.2.1"],
  ["one trusted proxy", "10.0.0.1", "198.51.100.7", private_, "198.51.100.7"],
  ["one trusted proxy without the header", "10.0.0.1", null, private_, "10.0.0.1"],
  ["an exact proxy", "192.168.1.1", "198.51.100.7", private_, "198.51.100.7"],
  ["its neighbour", "192.168.1.2", "198.51.100.7", private_, "192.168.1.2"],
  ["the network's last address", "10.255.255.255", "198.51.100.7", private_, "198.51.100.7"],
  ["the address after it", "11.0.0.0", "198.51.100.7", private_, "11.0.0.0"],
  ["two proxies", "10.0.0.1", "198.51.100.7, 10.0.0.2", private_, "198.51.100.7"],
  ["a spoofed hop before", "10.0.0.1", "203.0.113.9, 198.51.100.7", private_, "198.51.100.7"],
  [
    "a spoofed proxy before",
    "10.0.0.1",
    "203.0.113.9,10.9.9.9,198.51.100.7,10.0.0.2",
    private_,
    "198.51.100.7",
  ],
  ["proxies all the way", "10.0.0.1", "10.0.0.3, 10.0.0.2", private_, "10.0.0.3"],
  ["an empty header", "10.0.0.1", "", private_, "10.0.0.1"],
  ["blanks and commas", "10.0.0.1", " , ", private_, "10.0.0.1"],
  ["a name", "10.0.0.1", "client.example", private_, "10.0.0.1"],
  ["unknown", "10.0.0.1", "198.51.100.7, unknown", private_, "10.0.0.1"],
  ["a script", "10.0.0.1", "<script>", private_, "10.0.0.1"],
  ["garbage between proxies", "10.0.0.1", "198.51.100.7, ?, 10.0.0.2", private_, "10.0.0.2"],
  ["a number that is no address", "10.0.0.1", "198.51.100.7, 1", private_, "10.0.0.1"],
  ["a shortened address", "10.0.0.1", "127.1", private_, "10.0.0.1"],
  ["an octal address", "10.0.0.1", "0198.051.0100.07", private_, "10.0.0.1"],
  ["a hexadecimal address", "10.0.0.1", "0xc6336407", private_, "10.0.0.1"],
  ["IPv6", "2001:DB8::1", null, [], "2001:db8::1"],
  ["IPv6 in full", "2001:0db8:0000:0000:0000:0000:0000:0001", null, [], "2001:db8::1"],
  ["IPv6 behind an IPv6 proxy", "fd00::1", "2001:DB8:0::1", private_, "2001:db8::1"],
  ["IPv6 behind an IPv4 proxy", "10.0.0.1", "2001:db8::1", private_, "2001:db8::1"],
  ["IPv4 in IPv6", "::ffff:192.0.2.1", null, [], "192.0.2.1"],
  ["a proxy as IPv4 in IPv6", "::ffff:10.0.0.1", "198.51.100.7", private_, "198.51.100.7"],
  ["a hop as IPv4 in IPv6", "10.0.0.1", "::ffff:198.51.100.7", private_, "198.51.100.7"],
  ["a hop with its port", "10.0.0.1", "198.51.100.7:41234", private_, "198.51.100.7"],
  ["an IPv6 hop with its port", "10.0.0.1", "[2001:DB8::1]:41234", private_, "2001:db8::1"],
  ["proxies with ports", "10.0.0.1", "198.51.100.7:1, 10.0.0.2:2", private_, "198.51.100.7"],
  ["a hop with a port that is none", "10.0.0.1", "198.51.100.7:x", private_, "10.0.0.1"],
  ["a peer that is not known", "", "198.51.100.7", private_, ""],
  ["everybody is trusted", "192.0.2.1", "203.0.113.9, 198.51.100.7", ["0.0.0.0/0"], "203.0.113.9"],
  [
    "a network written as IPv4 in IPv6",
    "10.0.0.1",
    "198.51.100.7",
    ["::ffff:10.0.0.0/104"],
    "198.51.100.7",
  ],
];

test.each(table)("%s", (_, peer, forwardedFor, trusted, address) => {
  expect(clientAddress(peer, forwardedFor, trusted.map(parseNetwork))).toBe(address);
});

test("a header of many thousand hops is read at once", async () => {
  const hops = Array(20_000).fill("10.0.0.2").join(",");
  const tookMs = await processorMs(() => {
    expect(clientAddress("10.0.0.1", hops, private_.map(parseNetwork))).toBe("10.0.0.2");
  });
  expect(tookMs).toBeLessThan(1000);
});

describe("sentUrl", () => {
  const proxy = [parseNetwork("10.0.0.1")];
  const sent = (uri: string | null, peer = "10.0.0.1") => {
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "www.hotel.example" };
    const request = new Request("http://10.0.0.9:3000/sdk/batch?a=1", {
      headers: uri === null ? headers : { ...headers, "x-forwarded-uri": uri },
    });
    return sentUrl(request, peer, proxy);
  };

  test.each([
    ["no path", null, "https://www.hotel.example/sdk/batch?a=1"],
    ["a path", "/assets/visit?b=2", "https://www.hotel.example/assets/visit?b=2"],
    ["a host", "//other.example/", "https://www.hotel.example//other.example/"],
    ["a host behind a backslash", "/\\other.example/", "https://www.hotel.example//other.example/"],
    ["a URL", "https://other.example/visit", "https://www.hotel.example/sdk/batch?a=1"],
    ["a host without slashes", "@other.example", "https://www.hotel.example/sdk/batch?a=1"],
  ])("takes a path only: %s", (_, uri, url) => {
    expect(sent(uri)).toBe(url);
  });

  test("believes nobody but a trusted proxy", () => {
    expect(sent("/assets/visit", "192.0.2.1")).toBe("http://10.0.0.9:3000/sdk/batch?a=1");
  });
});

describe("parseNetwork", () => {
  test.each(["10.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "fd00::/8", "::ffff:10.0.0.1"])(
    "takes %s",
    (text) => {
      expect(parseNetwork(text)).toBeArray();
    },
  );

  test.each(["", "x", "10.0.0.0/33", "10.0.0.256", "10.0.0.0/-1", "fd00::/129", "localhost", "/8"])(
    "refuses %j",
    (text) => {
      expect(() => parseNetwork(text)).toThrow();
    },
  );

  test.each(["10", "10/8", "10.1", "0x0a000001"])(
    "refuses %j, of which few know its meaning",
    (text) => {
      expect(() => parseNetwork(text)).toThrow();
    },
  );
});

test("a proxy that nobody named is noticed once, where it can be one", () => {
  const watch = proxyWatch([parseNetwork("10.0.0.1")]);
  expect(watch.note("127.0.0.1", null)).toBeNull();
  expect(watch.note("10.0.0.1", "192.0.2.1")).toBeNull();
  expect(watch.note("203.0.113.9", "192.0.2.1")).toBeNull(); // Anybody can send the header.
  expect(watch.note("", "192.0.2.1")).toBeNull();
  expect(watch.warnings()).toEqual([]);
  expect(watch.note("::ffff:10.0.0.2", "192.0.2.1")).toBe("10.0.0.2");
  expect(watch.note("10.0.0.3", "192.0.2.1")).toBeNull();
  expect(watch.warnings()).toEqual([expect.stringContaining("--trusted-proxy 10.0.0.2")]);
});
