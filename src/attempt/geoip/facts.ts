/** Facts about an IP address, and the network that it is in. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** `null` in a field means unknown, never "no". */
export interface NetworkFacts {
  /** ISO 3166-1 alpha-2, upper case: where the address is used. */
  readonly country: string | null;
  /** A name of the IANA time zone database that `Intl` takes, such as `Europe/Lisbon`. */
  readonly timeZone: string | null;
  /** The number of the autonomous system that announces the address. */
  readonly asn: number | null;
  readonly kind: "residential" | "business" | "cellular" | "hosting" | null;
  /**
   * Whether it is a known VPN, proxy or Tor exit. `false` only where a file that lists those was
   * searched. Neither a hosting provider alone nor a relay such as iCloud Private Relay counts.
   */
  readonly anonymous: boolean | null;
}

/** `null` where no file knows the address, and for text that is not an address. */
export type NetworkLookup = (ip: string) => NetworkFacts | null;

/**
 * The network of an address, as large as an access line or a small host has: the /24 of IPv4 or the
 * /48 of IPv6, as `203.0.113.0/24` or `2001:db8:7::/48`. IPv4 inside IPv6 is IPv4.
 *
 * A private network (10.0.0.0/8, fc00::/7, 100.64.0.0/10 and the like) counts as one: its visitors
 * share it, such as the staff of a chain, or a shop whose clerks book through its proxy. Where it is
 * the operator's own proxy instead, both the address and the network are misleading, and
 * configuring the proxy corrects both.
 *
 * @returns `null` for text that is not an address, and for addresses that visitors cannot share a
 *   network by: loopback, link-local, unspecified, multicast, reserved for broadcast.
 */
export function networkOf(ip: string): string | null {
  const version = isIP(ip);
  if (version === 0) return null;
  return version === 4 ? ipv4Network(ip) : ipv6Network(ip);
}

/** Part of every request, so by text alone: 0.1 µs, where parsing takes 1 µs. */
function ipv4Network(ip: string): string | null {
  const first = Number(ip.slice(0, ip.indexOf(".")));
  if (first === 0 || first === 127 || first >= 224 || ip.startsWith("169.254.")) return null;
  return `${ip.slice(0, ip.lastIndexOf("."))}.0/24`;
}

/** The first half of an address in 2000::/3, where all visitors are, if it has no "::" in it. */
const globalAddress =
  /^([23][0-9a-f]{3}):0{0,3}([1-9a-f][0-9a-f]{0,3}):0{0,3}([1-9a-f][0-9a-f]{0,3}):/;

function ipv6Network(ip: string): string | null {
  // By text alone where the text tells: 0.2 µs, where parsing and writing takes 1.5 µs.
  const [, a, b, c] = globalAddress.exec(ip.toLowerCase()) ?? [];
  if (a !== undefined) return `${a}:${b}:${c}::/48`;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return ipv4Network(address.toString());
  if (unshared.has(address.range())) return null;
  const [first, second, third] = address.parts as [number, number, number];
  return `${new ipaddr.IPv6([first, second, third, 0, 0, 0, 0, 0])}/48`;
}

const unshared = new Set(["loopback", "linkLocal", "unspecified", "multicast"]);
